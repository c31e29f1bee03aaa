type Bytes = Uint8Array<ArrayBuffer>;

const startsWith = (bytes: Bytes, start: readonly number[]): boolean => start.every((byte, i) => bytes[i] === byte);

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const gif = [0x47, 0x49, 0x46, 0x38];
const jpeg = [0xff, 0xd8, 0xff];

const sized = (width: number, height: number): string | undefined => (width > 0 && height > 0 ? `${width}x${height}` : undefined);

/** Segments that begin a frame: those from C0 to CF but for three that hold tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** A JPEG is a chain of segments, each with its length, up to the one that has the size. */
function jpegSize(view: DataView): string | undefined {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff; ) {
    if (isFrame(view.getUint8(at + 1))) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Width and height that the head of a PNG, GIF or JPEG tells, such as `640x480`; undefined for all else. */
export function pictureSize(bytes: Bytes): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, png) && bytes.length >= 24) return sized(view.getUint32(16), view.getUint32(20));
  if (startsWith(bytes, gif) && bytes.length >= 10) return sized(view.getUint16(6, true), view.getUint16(8, true));
  return startsWith(bytes, jpeg) ? jpegSize(view) : undefined;
}
