import type { Point } from "./ruling.ts";

/** Conventions for every endpoint, authentication and limits. */
export const conventions = {
  basicAuthAddress: {
    section: "Authentication",
    question: "Which address of an account is the user name of Basic authentication?",
    choices: ["api", "observed"],
    reason:
      "The text says the API address; running servers compare the address that the account logs in with. They differ only for hidden addresses.",
  },
  webhookBots: {
    section: "Authentication",
    question: "May bots that are incoming webhooks call more than POST /messages?",
    choices: ["everything", "observed"],
    reason: "The text says that bots and people authenticate the same way; running servers refuse such bots at every other route.",
  },
  paddedCredentials: {
    section: "Authentication",
    question: "Do Basic credentials open an account that have spaces around its address or its key?",
    choices: ["refused", "observed"],
    reason:
      "The text says that the user name is the address and the password the key; running servers cut spaces and line ends around both.",
  },
  wrongMethod: {
    section: "What the service does > Conventions for every endpoint",
    question: "What does a known path answer to a method it does not have?",
    choices: ["enveloped", "observed"],
    reason: "Convention 6 gives every error a code; running servers leave it out here and call the body HTML.",
  },
  unknownRoute: {
    section: "What the service does > Conventions for every endpoint",
    question: "What does an unknown path answer?",
    choices: ["enveloped", "observed"],
    reason: "Convention 6 makes every error JSON; running servers send the HTML page of their framework.",
  },
  ignoredWithoutParameters: {
    section: "What the service does > Conventions for every endpoint",
    question: "Do GET /server_settings, /realm/linkifiers and /realm/presence, which look at no parameters, list those sent as ignored?",
    choices: ["listed", "observed"],
    reason: "Convention 5 makes no exception; running servers have nothing there that notices what was sent.",
  },
  undocumentedParameters: {
    section: "What the service does > Conventions for every endpoint",
    question: "Are `client` and `method`, and of POST /messages forged, sender, time and widget_content, read, though no table has them?",
    choices: ["unsupported", "observed"],
    reason:
      "Convention 5 lists parameters that the endpoint does not support as ignored. Running servers read these: `client` names the client " +
      "and is not listed, `method` in a form stands for the method and is listed all the same. Of both only the forms of POST are read.",
  },
  rateLimits: {
    section: "Limits",
    question: "Is the number of calls limited?",
    choices: ["off", "on"],
    reason:
      "Running servers limit them: 200 calls a minute for each account and 5 logins in half an hour for each name. That is off by default, " +
      "because tests call faster than people.",
  },
} as const satisfies Record<string, Point>;
