/** Wildcard addresses cannot be called. */
export function hostForUrl(host: string) {
  const callable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return callable.includes(':') ? `[${callable}]` : callable
}
