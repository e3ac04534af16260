/** An address without its user name and password, fit for messages. */
export function shownAddress(address: string): string {
  return splitCredentials(address).url.href;
}

/** An address without its user name and password, and the header that carries them instead. */
export function splitCredentials(address: string): { url: URL; authorization: Record<string, string> } {
  const url = new URL(address);
  const { username, password } = url;
  if (username === "" && password === "") return { url, authorization: {} };
  url.username = "";
  url.password = "";
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}
