import { useLocation, useParams } from 'react-router'

/** A segment of an address; one with invalid escapes is returned unchanged. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The parameters of the address. The router reads the text `%2F` in a name as a slash, as if it were encoded twice, so
 * they are looked up in the segments of the address.
 */
export function usePathParameters(): Readonly<Record<string, string | undefined>> {
  const segments = useLocation().pathname.split('/').map(decodedSegment)
  const asInAddress = (value = '') => segments.find((segment) => segment.replaceAll('%2F', '/') === value) ?? value
  return Object.fromEntries(Object.entries(useParams()).map(([name, value]) => [name, asInAddress(value)]))
}
