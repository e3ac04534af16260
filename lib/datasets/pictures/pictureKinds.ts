/** The formats of picture files that can be read. */
export type PictureKind = "PNG" | "JPEG" | "WebP" | "GIF";

/** The format of a file by its first bytes. */
export function pictureKind(bytes: Buffer): PictureKind | undefined {
  const text = bytes.toString("latin1", 0, 12);
  if (text.startsWith("\x89PNG")) return "PNG";
  if (text.startsWith("\xff\xd8\xff")) return "JPEG";
  if (text.startsWith("RIFF") && text.endsWith("WEBP")) return "WebP";
  return /^GIF8[79]a/.test(text) ? "GIF" : undefined;
}

/** Whether a file is a picture by its name. Hidden files are none. */
export function isPictureFile(name: string): boolean {
  return /^[^.].*\.(png|jpe?g|webp|gif)$/i.test(name);
}

export const notAPicture = (file: string) =>
  `${file} is neither a PNG, JPEG, WebP nor GIF picture. Convert it, or move it out of the folder.`;
