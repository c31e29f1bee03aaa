const ascii = 128;

/** Set of every text, so that a construct without a sign of its own is asked about all of them. */
export const always = 1;

/** Set of a text with characters beyond ASCII. */
export const beyondAscii = 2;

const bits = new Uint32Array(ascii).fill(always);
let next = 4;

/** The bits that a text has which holds one of these ASCII characters. Characters named in several places share theirs. */
export function signs(characters: string): number {
  let any = 0;
  for (const character of characters) {
    const code = character.charCodeAt(0);
    if (bits[code] === always) {
      bits[code] = next | always;
      next <<= 1;
    }
    any |= bits[code] as number;
  }
  return any & ~always;
}

/** All bits of a text. One pass over the characters here spares one for each construct that is not there. */
export function signsIn(text: string): number {
  let found = always;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    found |= code < ascii ? (bits[code] as number) : beyondAscii;
  }
  return found;
}
