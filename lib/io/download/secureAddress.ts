import { check } from "../../core";
import { shownAddress } from "./shownAddress";

/**
 * Rejects addresses whose content someone on the network could change. Allowed are https, servers on this machine, and hosts that
 * the user trusts (`host` or `host:port`).
 */
export function checkAddress(url: URL, trustedHosts: readonly string[] = []): void {
  check(
    isSecure(url) || isTrusted(url, trustedHosts),
    () =>
      `${shownAddress(url.href)} is not secure: its content could be changed in transit. Use an https address.`,
  );
}

/** The address that a redirect leads to. The same rules apply, and https never redirects to http. */
export function redirectTarget(from: URL, location: string, trustedHosts: readonly string[] = []): URL {
  check(
    URL.canParse(location, from.href),
    () =>
      `${shownAddress(from.href)} redirects to "${location}", which is not a valid address. Use another server.`,
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

/** 127.0.0.0/8, ::1 or localhost. `URL` has already normalized the spelling of IP addresses. */
function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Whether a host may be accessed over plain http: `trustedHosts` lists it as `host` or `host:port`. */
export function isTrusted({ protocol, hostname, port }: URL, trustedHosts: readonly string[]): boolean {
  if (protocol !== "http:") return false;
  return trustedHosts.includes(hostname) || trustedHosts.includes(`${hostname}:${port || "80"}`);
}
