/** The names of languages by the words for them, as the highlighter Pygments 2.20 has them: words, an equals sign, the name. */
const table = `
abap=ABAP;abnf=ABNF;actionscript as=ActionScript;actionscript3 as3=ActionScript 3;ada ada2005 ada95=Ada;adl=ADL;agda=Agda
aheui=Aheui;alloy=Alloy;ambienttalk ambienttalk/2 at=AmbientTalk;amdgpu=AMDGPU;ampl=Ampl;ng2=Angular2
ansys apdl=ANSYS parametric design language;antlr=ANTLR;antlr-actionscript antlr-as=ANTLR With ActionScript Target
antlr-c# antlr-csharp=ANTLR With C# Target;antlr-cpp=ANTLR With CPP Target;antlr-java=ANTLR With Java Target
antlr-objc=ANTLR With ObjectiveC Target;antlr-perl=ANTLR With Perl Target;antlr-python=ANTLR With Python Target
antlr-rb antlr-ruby=ANTLR With Ruby Target;aconf apache apacheconf=ApacheConf;apl=APL;applescript=AppleScript;arduino=Arduino
arrow=Arrow;art arturo=Arturo;asc pem=ASCII armored;asn1=ASN.1;aspectj=AspectJ;aspx-cs=aspx-cs;aspx-vb=aspx-vb
asy asymptote=Asymptote;augeas=Augeas;ahk autohotkey=autohotkey;autoit=AutoIt;awk gawk mawk nawk=Awk;bare=BARE
basemake=Base Makefile;bash ksh openrc sh shell zsh=Bash;console shell-session=Bash Session
bat batch dosbatch winbatch=Batchfile;bbcbasic=BBC Basic;bbcode=BBCode;bc=BC;bdd=Bdd;befunge=Befunge;be berry=Berry
bib bibtex=BibTeX;b3d blitzbasic bplus=BlitzBasic;blitzmax bmax=BlitzMax;blueprint=Blueprint;bnf=BNF;boa=Boa;boo=Boo
boogie=Boogie;bqn=BQN;bf brainfuck=Brainfuck;bst bst-pybtex=BST;bugs openbugs winbugs=BUGS;c=C;c# cs csharp=C#;c++ cpp=C++
c-objdump=c-objdump;ca65=ca65 assembler;cadl=cADL;camkes idl4=CAmkES;capnp=Cap'n Proto;capdl=CapDL;carbon=Carbon
cbmbas=CBM BASIC V2;cddl=CDDL;ceylon=Ceylon;cf3 cfengine3=CFEngine3;cfs=cfstatement;chai chaiscript=ChaiScript
chapel chpl=Chapel;charmci=Charmci;cheetah spitfire=Cheetah;cirru=Cirru;clay=Clay;clean=Clean;clj clojure=Clojure
cljs clojurescript=ClojureScript;cmake=CMake;cobol=COBOL;cobolfree=COBOLFree;codeql ql=CodeQL
coffee coffee-script coffeescript=CoffeeScript;cfc=Coldfusion CFC;cfm=Coldfusion HTML;comal comal80=COMAL-80
cl common-lisp lisp=Common Lisp;componentpascal cp=Component Pascal;cplint=cplint
c++-objdumb cpp-objdump cxx-objdump=cpp-objdump;cpsa=CPSA;crmsh pcmk=Crmsh;croc=Croc;cry cryptol=Cryptol;cr crystal=Crystal
csound-csd csound-document=Csound Document;csound csound-orc=Csound Orchestra;csound-sco csound-score=Csound Score;css=CSS
css+django css+jinja=CSS+Django/Jinja;css+genshi css+genshitext=CSS+Genshi Text;css+lasso=CSS+Lasso;css+mako=CSS+Mako
css+mozpreproc=CSS+mozpreproc;css+myghty=CSS+Myghty;css+php=CSS+PHP;css+erb css+ruby=CSS+Ruby;css+smarty=CSS+Smarty
css+ul4=CSS+UL4;cu cuda=CUDA;cypher=Cypher;cython pyrex pyx=Cython;d=D;d-objdump=d-objdump;dpatch=Darcs Patch;dart=Dart
dasm16=DASM16;dax=Dax;control debcontrol=Debian Control file;debsources sources.list sourceslist=Debian Sourcelist
debian.sources=Debian Sources file;delphi objectpascal pas pascal=Delphi;desktop=Desktop file;devicetree dts=Devicetree;dg=dg
diff udiff=Diff;django jinja=Django/Jinja;docker dockerfile=Docker;dtd=DTD;duel jbst jsonml+bst=Duel;dylan=Dylan
dylan-console dylan-repl=Dylan session;dylan-lid lid=DylanLID;email eml=E-mail;earl-grey earlgrey eg=Earl Grey
easytrieve=Easytrieve;ebnf=EBNF;ec=eC;ecl=ECL;eiffel=Eiffel;elixir ex exs=Elixir;iex=Elixir iex session;elm=Elm;elpi=Elpi
elisp emacs emacs-lisp=EmacsLisp;ragel-em=Embedded Ragel;erb=ERB;erlang=Erlang;erl=Erlang erl session;evoque=Evoque
execline=execline;ezhil=Ezhil;f# fsharp=F#;factor=Factor;fancy fy=Fancy;fan=Fantom;felix flx=Felix;fennel fnl=Fennel
fif fift=Fift;fish fishshell=Fish;flatline=Flatline;flo floscript=FloScript;forth=Forth;f90 fortran=Fortran
fortranfixed=FortranFixed;clipper foxpro vfp xbase=FoxPro;freefem=Freefem;fstar=FStar;fc func=FunC;futhark=Futhark
gcode=g-code;gap=GAP;gap-console gap-repl=GAP session;asm gas=GAS;gd gdscript=GDScript;genshi kid xml+genshi xml+kid=Genshi
genshitext=Genshi Text;po pot=Gettext Catalog;cucumber gherkin=Gherkin;gleam=Gleam;glsl=GLSL;gnuplot=Gnuplot;go golang=Go
golo=Golo;gooddata-cl=GoodData-CL;googlesql zetasql=GoogleSQL;gosu=Gosu;gst=Gosu Template;graphql=GraphQL
dot graphviz=Graphviz;groff man nroff=Groff;groovy=Groovy;gsql=GSQL;haml=Haml;handlebars=Handlebars;hare=Hare
haskell hs=Haskell;haxe hx hxsl=Haxe;hexdump=Hexdump;hlsl=HLSL;hsa hsail=HSAIL;hspec=Hspec;html=HTML;html+ng2=HTML + Angular2
html+cheetah html+spitfire htmlcheetah=HTML+Cheetah;html+django html+jinja htmldjango=HTML+Django/Jinja
html+evoque=HTML+Evoque;html+genshi html+kid=HTML+Genshi;html+handlebars=HTML+Handlebars;html+lasso=HTML+Lasso
html+mako=HTML+Mako;html+myghty=HTML+Myghty;html+php=HTML+PHP;html+smarty=HTML+Smarty;html+twig=HTML+Twig;html+ul4=HTML+UL4
html+velocity=HTML+Velocity;http=HTTP;haxeml hxml=Hxml;hy hylang=Hy;hybris=Hybris;icon=Icon;idl=IDL;idr idris=Idris
igor igorpro=Igor;i6 inform6=Inform 6;i6t=Inform 6 template;i7 inform7=Inform 7;cfg dosini ini=INI;io=Io;ik ioke=Ioke
irc=IRC logs;isabelle=Isabelle;j=J;jags=JAGS;janet=Janet;jasmin jasminxt=Jasmin;java=Java;jsp=Java Server Page
javascript js=JavaScript;javascript+cheetah javascript+spitfire js+cheetah js+spitfire=JavaScript+Cheetah
javascript+django javascript+jinja js+django js+jinja=JavaScript+Django/Jinja
javascript+genshi javascript+genshitext js+genshi js+genshitext=JavaScript+Genshi Text
javascript+lasso js+lasso=JavaScript+Lasso;javascript+mako js+mako=JavaScript+Mako;javascript+mozpreproc=Javascript+mozpreproc
javascript+myghty js+myghty=JavaScript+Myghty;javascript+php js+php=JavaScript+PHP
javascript+erb javascript+ruby js+erb js+ruby=JavaScript+Ruby;javascript+smarty js+smarty=JavaScript+Smarty
js+ul4=Javascript+UL4;jcl=JCL;jmespath jp=JMESPath;jsgf=JSGF;jslt=JSLT;json json-object=JSON;json-ld jsonld=JSON-LD
json5=JSON5;jsonnet=Jsonnet;jsx react=JSX;jl julia=Julia;jlcon julia-repl=Julia console;juttle=Juttle;k=K;kal=Kal
kconfig kernel-config linux-config menuconfig=Kconfig;dmesg kmsg=Kernel log;koka=Koka;kotlin=Kotlin;kuin=Kuin;kql kusto=Kusto
lasso lassoscript=Lasso;ldapconf ldaprc=LDAP configuration file;ldif=LDIF;lean lean3=Lean;lean4=Lean4;less=LessCss
lighttpd lighty=Lighttpd configuration file;lilypond=LilyPond;limbo=Limbo;liquid=liquid;lagda literate-agda=Literate Agda
lcry lcryptol literate-cryptol=Literate Cryptol;lhaskell lhs literate-haskell=Literate Haskell
lidr lidris literate-idris=Literate Idris;live-script livescript=LiveScript;llvm=LLVM;llvm-mir=LLVM-MIR
llvm-mir-body=LLVM-MIR Body;logos=Logos;logtalk=Logtalk;lsl=LSL;lua=Lua;luau=Luau;macaulay2=Macaulay2
bsdmake make makefile mf=Makefile;mako=Mako;maple=Maple;maql=MAQL;markdown md=Markdown;mask=Mask;mason=Mason
mathematica mma nb wl wolfram=Mathematica;matlab=Matlab;matlabsession=Matlab session;macsyma maxima=Maxima
mcf mcfunction=MCFunction;mcschema=MCSchema;meson meson.build=Meson;mime=MIME;minid=MiniD;miniscript ms=MiniScript;mips=MIPS
modelica=Modelica;m2 modula2=Modula-2;moin trac-wiki=MoinMoin/Trac Wiki markup;mojo=Mojo;monkey=Monkey;monte=Monte
moo moocode=MOOCode;moon moonscript=MoonScript;mosel=Mosel;mozhashpreproc=mozhashpreproc;mozpercentpreproc=mozpercentpreproc
mq4 mq5 mql mql4 mql5=MQL;msc mscgen=Mscgen;doscon=MSDOS Session;mupad=MuPAD;mxml=MXML;myghty=Myghty;mysql=MySQL;nasm=NASM
ncl=NCL;nemerle=Nemerle;nesc=nesC;nestedtext nt=NestedText;newlisp=NewLisp;newspeak=Newspeak;nginx=Nginx configuration file
nim nimrod=Nimrod;nit=Nit;nix nixos=Nix;nodejsrepl=Node.js REPL console session;notmuch=Notmuch;nsh nsi nsis=NSIS
numba_ir numbair=Numba_IR;numpy=NumPy;nusmv=NuSMV;objdump=objdump;objdump-nasm=objdump-nasm
obj-c objc objective-c objectivec=Objective-C;obj-c++ objc++ objective-c++ objectivec++=Objective-C++
obj-j objective-j objectivej objj=Objective-J;ocaml=OCaml;octave=Octave;odin=ODIN;omg-idl=OMG Interface Definition Language
ooc=Ooc;opa=Opa;abl openedge progress=OpenEdge ABL;openscad=OpenSCAD;org org-mode orgmode=Org Mode;pacmanconf=PacmanConf
pan=Pan;parasail=ParaSail;pawn=Pawn;pddl=PDDL;peg=PEG;perl pl=Perl;perl6 pl6 raku=Perl6;phix=Phix;php php3 php4 php5=PHP
pig=Pig;pike=Pike;pkgconfig=PkgConfig;plpgsql=PL/pgSQL;pointless=Pointless;pony=Pony;portugol=Portugol
postgres-console postgresql-console psql=PostgreSQL console (psql);postgres-explain=PostgreSQL EXPLAIN dialect
postgres postgresql=PostgreSQL SQL dialect;postscr postscript=PostScript;pov=POVRay;posh powershell ps1 psm1 pwsh=PowerShell
ps1con pwsh-session=PowerShell Session;praat=Praat;procfile=Procfile;prolog=Prolog;promela=Promela;promql=PromQL
jproperties properties=Properties;proto protobuf=Protocol Buffer;prql=PRQL;psysh=PsySH console session for PHP;ptx=PTX
jade pug=Pug;puppet=Puppet;pypy pypylog=PyPy Log;bazel py py3 pyi python python3 sage starlark=Python;py2 python2=Python 2.x
py2tb=Python 2.x Traceback;pycon python-console=Python console session;py3tb pytb=Python Traceback;py+ul4=Python+UL4;q=Q
basic qbasic=QBasic;qlik qlikscript qliksense qlikview=Qlik;qbs qml=QML;qvt qvto=QVTO;racket rkt=Racket;ragel=Ragel
ragel-c=Ragel in C Host;ragel-cpp=Ragel in CPP Host;ragel-d=Ragel in D Host;ragel-java=Ragel in Java Host
ragel-objc=Ragel in Objective C Host;ragel-rb ragel-ruby=Ragel in Ruby Host;rconsole rout=RConsole;rd=Rd
reason reasonml=ReasonML;rebol=REBOL;red red/system=Red;redcode=Redcode;registry=reg;rego=Rego
rnc rng-compact=Relax-NG Compact;rell=Rell;resource resourcebundle=ResourceBundle;rest restructuredtext rst=reStructuredText
arexx rexx=Rexx;html+erb html+ruby rhtml=RHTML;ride=Ride;rita=Rita;roboconf-graph=Roboconf Graph
roboconf-instances=Roboconf Instances;robotframework=RobotFramework;coq rocq rocq-prover=Rocq Prover;spec=RPMSpec;rql=RQL
rsl=RSL;duby rb ruby=Ruby;irb rbcon=Ruby irb session;rs rust=Rust;r s splus=S;sarl=SARL;sas=SAS;sass=Sass;savi=Savi
scala=Scala;ssp=Scalate Server Page;scaml=Scaml;scd scdoc=scdoc;scheme scm=Scheme;scilab=Scilab;scss=SCSS;gsed sed ssed=Sed
shen=Shen;shex shexc=ShExC;sieve=Sieve;silver=Silver;singularity=Singularity;slash=Slash;slim=Slim;sbatch slurm=Slurm
smali=Smali;smalltalk squeak st=Smalltalk;sgf=SmartGameFormat;smarty=Smarty;smithy=Smithy;snbt=SNBT;snobol=Snobol
snowball=Snowball;solidity=Solidity;androidbp bp soong=Soong;sophia=Sophia;sp=SourcePawn;sparql=SPARQL;spice spicelang=Spice
sql=SQL;sql+jinja=SQL+Jinja;sqlite3=sqlite3con;squid squid.conf squidconf=SquidConf;srcinfo=Srcinfo;stan=Stan;sml=Standard ML
do stata=Stata;sc supercollider=SuperCollider;swift=Swift;swig=SWIG;systemd=Systemd;sv systemverilog=systemverilog
tablegen td=TableGen;tact=Tact;tads3=TADS 3;tal uxntal=Tal;tap=TAP;tasm=TASM;tcl=Tcl;csh tcsh=Tcsh;tcshcon=Tcsh Session
tea=Tea;teal=teal;teraterm teratermmacro ttl=Tera Term macro;termcap=Termcap;terminfo=Terminfo;hcl terraform tf=Terraform
latex tex=TeX;text=Text only;output=Text output;thingsdb ti=ThingsDB;thrift=Thrift;tid=tiddler;tlb=Tl-b
tls=TLS Presentation Language;todotxt=Todotxt;toml=TOML;rts trafficscript=TrafficScript;t-sql tsql=Transact-SQL
treetop=Treetop;tsx=TSX;turtle=Turtle;twig=Twig;ts typescript=TypeScript;tnt=Typographic Number Theory;typoscript=TypoScript
typoscriptcssdata=TypoScriptCssData;typoscripthtmldata=TypoScriptHtmlData;typst=Typst;ucode=ucode;ul4=UL4;unicon=Unicon
linuxconfig unixconfig=Unix/Linux config files;urbiscript=UrbiScript;urlencoded=urlencoded;usd usda=USD;vala vapi=Vala
lobas oobas sobas vb.net vbnet visual-basic visualbasic=VB.net;vbscript=VBScript;vcl=VCL;vclsnippet vclsnippets=VCLSnippets
vctreestatus=VCTreeStatus;velocity=Velocity;verifpal=Verifpal;v verilog=verilog;vgl=VGL;vhdl=vhdl;vim=VimL
visualprolog=Visual Prolog;visualprologgrammar=Visual Prolog Grammar;vue=Vue;vyper=Vyper;wdiff=WDiff;webidl=Web IDL
wast wat=WebAssembly;wgsl=WebGPU Shading Language;whiley=Whiley;mediawiki wikitext=Wikitext;wowtoc=World of Warcraft TOC
wren=Wren;x++ xpp=X++;x10 xten=X10;xml=XML;xml+cheetah xml+spitfire=XML+Cheetah;xml+django xml+jinja=XML+Django/Jinja
xml+evoque=XML+Evoque;xml+lasso=XML+Lasso;xml+mako=XML+Mako;xml+myghty=XML+Myghty;xml+php=XML+PHP;xml+erb xml+ruby=XML+Ruby
xml+smarty=XML+Smarty;xml+ul4=XML+UL4;xml+velocity=XML+Velocity;xorg.conf=Xorg;xq xql xqm xquery xqy=XQuery;xslt=XSLT
xtend=Xtend;extempore=xtlang;xul+mozpreproc=XUL+mozpreproc;yaml yml=YAML;salt sls yaml+jinja=YAML+Jinja;yang=YANG
yar yara=YARA;bro zeek=Zeek;zephir=Zephir;zig=Zig;zone=Zone
`;

let names: Map<string, string> | undefined;

/** The full name of a language known by this (lower-case) word, or the word itself. */
export function languageName(word: string): string {
  names ??= new Map(
    table
      .trim()
      .split(/[;\n]/)
      .flatMap((entry) => {
        const end = entry.indexOf("=");
        return entry
          .slice(0, end)
          .split(" ")
          .map((alias): [string, string] => [alias, entry.slice(end + 1)]);
      }),
  );
  return names.get(word) ?? word;
}
