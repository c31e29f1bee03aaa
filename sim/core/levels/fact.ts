/** A change that a feature level brought. */
export interface LevelFact {
  /** The first level at which it holds. */
  readonly since: number;
  /** The change, in one sentence. */
  readonly brings: string;
  /** The source that tells of it: a section of the specification, or (observed) running servers alone. */
  readonly source: string;
}

/** The facts of settings that are nothing but a name and the level that brought it. */
export const settingFacts = <Name extends string>(
  what: string,
  levels: Readonly<Record<Name, number>>,
): { readonly [N in Name]: LevelFact } =>
  Object.fromEntries(
    Object.entries<number>(levels).map(([name, since]) => [name, { since, brings: `${what} \`${name}\`.`, source: "observed" }]),
  ) as { readonly [N in Name]: LevelFact };
