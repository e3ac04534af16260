const safeSchemes = /^(?:https?|mailto|tel|ftp|file):/i;

/** Whether a link may lead to this address: it is relative to the page, or its scheme runs no code. */
export function isSafeLink(address: string): boolean {
  // Browsers ignore blanks and control characters before and within the scheme.
  const plain = address.replace(/[\s\p{Cc}\p{Cf}]/gu, "");
  return safeSchemes.test(plain) || !/^[^/?#]*:/.test(plain);
}
