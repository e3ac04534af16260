import { check } from "../../core/errors";
import { shownAddress } from "./shownAddress";

/**
 * Refuses an address from which someone on the network could change what arrives: it must be https, a server on this
 * machine, or a host that the user has declared trusted (`host` or `host:port`).
 */
export function checkAddress(url: URL, trustedHosts: readonly string[] = []): void {
  check(
    isSecure(url) || isTrusted(url, trustedHosts),
    () =>
      `${shownAddress(url.href)} is not secure: what it sends could be changed on the way. Use an https address.`,
  );
}

/** The address that a redirect leads to: held to the same rule, and never from https down to http. */
export function redirectTarget(from: URL, location: string, trustedHosts: readonly string[] = []): URL {
  check(
    URL.canParse(location, from.href),
    () => `${shownAddress(from.href)} redirects to "${location}", which is no address. Use another server.`,
  );
  const target = new URL(location, from);
  check(
    from.protocol !== "https:" || target.protocol === "https:",
    () =>
      `${shownAddress(from.href)} redirects to ${shownAddress(target.href)}, which is not https. Use another server.`,
  );
  checkAddress(target, trustedHosts);
  return target;
}

/** https, or http that does not leave this machine. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
}

/** 127.0.0.0/8, ::1 or localhost. `URL` has already written every spelling of an IP address in its usual form. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a host may be asked over plain http: it is named as `host` or `host:port`. */
export function isTrusted({ protocol, hostname, port }: URL, trustedHosts: readonly string[]): boolean {
  if (protocol !== "http:") return false;
  return trustedHosts.includes(hostname) || trustedHosts.includes(`${hostname}:${port || "80"}`);
}
