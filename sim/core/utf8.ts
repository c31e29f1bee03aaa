// Every platform has these two, though the library of the language does not name them.
declare const TextEncoder: new () => { encodeInto(text: string, bytes: Uint8Array): { readonly written: number } };
declare const TextDecoder: new (encoding: "utf-8", options: { readonly ignoreBOM: boolean }) => Decoder;

interface Decoder {
  decode(bytes: Uint8Array): string;
}

const encoder = new TextEncoder();
/** Made when it is first needed, which takes a tenth of a millisecond. */
let decoder: Decoder | undefined;

/** Writes a text without halves of characters at the start of some bytes, and gives how many of these it took. */
export const writeUtf8 = (text: string, bytes: Uint8Array): number => encoder.encodeInto(text, bytes).written;

/** The text that bytes hold. */
export function readUtf8(bytes: Uint8Array): string {
  decoder ??= new TextDecoder("utf-8", { ignoreBOM: true });
  return decoder.decode(bytes);
}
