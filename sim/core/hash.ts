/** The basis of FNV-1a: the hash of the empty text. */
export const fnvBasis = 0x811c9dc5;

/** FNV-1a over UTF-16 units, 32 bits, from a basis on. */
export function fnv1a(text: string, basis: number = fnvBasis): number {
  if (typeof text !== "string") throw new TypeError(`text: got ${String(text)}, expected text`);
  let hash = basis >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
