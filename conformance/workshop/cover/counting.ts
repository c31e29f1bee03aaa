/** Whether a script holds blocks that the covering set is to reach: what the specification says of requests is decided there. */
export const scriptsThatCount = (url: string): boolean => /\/sim\/(endpoints|rules|effects|events)\//.test(url);
