const table = `
js javascript=JavaScript;py python py3 python3=Python;py2 python2=Python 2.x;ts typescript=TypeScript
sh bash ksh zsh shell=Bash;json=JSON;html=HTML;css=CSS;java=Java;c=C;cpp c++=C++;go golang=Go;rust rs=Rust
ruby rb=Ruby;php=PHP;sql=SQL;yaml yml=YAML;xml=XML;diff udiff=Diff;tex latex=TeX;text=Text only
console shell-session=Bash Session;md markdown=Markdown;kotlin=Kotlin;swift=Swift;docker dockerfile=Docker;toml=TOML
ini cfg=INI;perl pl=Perl;scala=Scala;haskell hs=Haskell;lua=Lua;csharp c# cs=C#;r s splus=S;jsx react=JSX
`;

let names: Map<string, string> | undefined;

/** The full name of a language known by this (lower-case) word, or the word itself. */
export function languageName(word: string): string {
  names ??= new Map(
    table
      .trim()
      .split(/[;\n]/)
      .flatMap((entry) => {
        const [words = "", name = ""] = entry.split("=");
        return words.split(" ").map((alias): [string, string] => [alias, name]);
      }),
  );
  return names.get(word) ?? word;
}
