/** Returns a name for an account: the part of its address before the `@`, a number behind it where another has it. */
export function accountName(email: string, isTaken: (name: string) => boolean): string {
  const plain = (email.split("@")[0] ?? "").replace(/[^\w.-]/g, "") || "account";
  let name = plain;
  for (let i = 2; isTaken(name); i++) name = `${plain}${i}`;
  return name;
}
