const expression = /^[+#./;?&]?([^{}]+)$/;
const variable = /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+)*)(?:\*|:[1-9][0-9]{0,3})?$/;

/** The variables of an RFC 6570 template, or undefined if it is not one. */
export function templateVariables(template: string): string[] | undefined {
  const variables: string[] = [];
  const literals = template.replace(/\{([^{}]*)\}/g, (_, body: string) => {
    const names = variablesOf(body);
    variables.push(...(names ?? [""]));
    return "";
  });
  if (/[{}]/.test(literals) || variables.includes("")) return undefined;
  return [...new Set(variables)];
}

export const isUrlTemplate = (text: string): boolean => templateVariables(text) !== undefined;

function variablesOf(body: string): string[] | undefined {
  const [, list] = expression.exec(body) ?? [];
  const names = list?.split(",").map((item) => variable.exec(item)?.[1] ?? "");
  return names?.includes("") ? undefined : names;
}
