/** The value of a readable cookie. */
export function readCookie(name: string): string | undefined {
  const start = `${name}=`
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start))
  return pair && decodeURIComponent(pair.slice(start.length))
}
