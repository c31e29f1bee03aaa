// Every platform has these two, though the library of the language does not name them.
declare const TextEncoder: new () => { encodeInto(text: string, bytes: Uint8Array): { readonly written: number } };
declare const TextDecoder: new (encoding: "utf-8", options: { readonly ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Writes a text without halves of characters at the start of some bytes, and gives how many of these it took. */
export const writeUtf8 = (text: string, bytes: Uint8Array): number => encoder.encodeInto(text, bytes).written;

/** The text that bytes hold. */
export const readUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);
