/** Four strokes, the lines of a quatrain: the first and third begin at the same place, and so do the second and fourth. */
export function LogoMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#147298" />
      <path d="M7 9h13M12 14h13M7 19h13M12 24h13" stroke="#fff" strokeWidth="2.8" strokeLinecap="round" fill="none" />
    </svg>
  )
}

/** The name as a drawing: letters with one stroke width, as high as the text around them. */
export function WordMark({ height = 20 }: { readonly height?: number }) {
  return (
    <svg height={height} viewBox="0 0 113 26" role="img" aria-label="Quatrain" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M10 3a8 8.5 0 1 0 0 17a8 8.5 0 1 0 0-17M11.5 15.5l6 6.5" />
        <path d="M23.5 9v6.2a4.6 4.6 0 0 0 9.2 0V9M32.7 15.5V20" />
        <path d="M48 9v11M48 14.5a5.3 5.5 0 1 0-10.6 0a5.3 5.5 0 1 0 10.6 0" />
        <path d="M55 4.5V17a3 3 0 0 0 3 3h1.5M52 9h7" />
        <path d="M64.5 9v11M64.5 14c0-3.4 2.2-5.2 5.5-5" />
        <path d="M84 9v11M84 14.5a5.3 5.5 0 1 0-10.6 0a5.3 5.5 0 1 0 10.6 0" />
        <path d="M90 9v11M90 4.2v.1" />
        <path d="M96 20V9M96 13.6a4.6 4.6 0 0 1 9.2 0V20" />
      </g>
    </svg>
  )
}
