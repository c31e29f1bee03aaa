/** The Snowball stemmer for English, Porter 2; it comes without types. */
declare module "wink-porter2-stemmer" {
  const stem: (word: string) => string;
  export default stem;
}
