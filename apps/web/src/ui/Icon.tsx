/** Outlines on a grid of 20, all with the same stroke width. */
const outlines = {
  add: 'M10 4v12M4 10h12',
  administration: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  aggregations: 'M4 5l1.5 1.5L8 4M4 11l1.5 1.5L8 10M4 17l1.5 1.5L8 16M11 5.5h6M11 11.5h6M11 17h6',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3',
  calendar: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4',
  chevron: 'M6 8l4 4 4-4',
  choose: 'M6.5 8L10 4.5L13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  changeRequests:
    'M6 3.5a2 2 0 1 0 0 4a2 2 0 1 0 0-4M6 7.5v9M14 12.5a2 2 0 1 0 0 4a2 2 0 1 0 0-4M14 12.5V8a2.5 2.5 0 0 0-2.5-2.5H9.5M11.5 3.5l-2 2 2 2',
  check: 'M4 10.5l4 4 8-9',
  clock: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 6v4l2.5 2',
  close: 'M5 5l10 10M15 5L5 15',
  collapse: 'M3 4h14v12H3zM8 4v12M14 8l-2 2 2 2',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  dark: 'M16 12A7 7 0 1 1 8 4a5.5 5.5 0 0 0 8 8z',
  document: 'M5 3h7l3 3v11H5zM8 9h4M8 12h4',
  download: 'M10 3v9M6 8.5l4 4 4-4M4 16.5h12',
  external: 'M8 5H4v11h11v-4M11 4h5v5M16 4l-7 7',
  home: 'M3 9.5L10 4l7 5.5M5 8.5V16h10V8.5',
  info: 'M10 3a7 7 0 1 0 0 14a7 7 0 1 0 0-14M10 9v4.5M10 6.4v.1',
  insert: 'M4 5h12M10 9v7M6.5 12.5h7',
  key: 'M7 7a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7M10.5 10.5H17M14.5 10.5V13',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5v.1M8.5 8.5v.1M11.5 8.5v.1M14.5 8.5v.1M6.5 11.5h7',
  light:
    'M10 7a3 3 0 1 0 0 6a3 3 0 1 0 0-6M10 2.5v1.5M10 16v1.5M2.5 10H4M16 10h1.5M4.7 4.7l1 1M14.3 14.3l1 1M15.3 4.7l-1 1M5.7 14.3l-1 1',
  lock: 'M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  logOut: 'M8 4H4v12h4M12 6l4 4-4 4M16 10H8',
  menu: 'M3 5h14M3 10h14M3 15h14',
  metricProfiles: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 13.5h5M13.5 11v5',
  metrics: 'M3 11h3l2-6 4 10 2-4h3',
  metricTemplates: 'M4 4h12v12H4zM4 8h12M8 8v8',
  no: 'M5 10h10',
  operations: 'M3 4h14v12H3zM3 8h14M3 12h14M9 4v12',
  packages: 'M10 3l6.5 3.5v7L10 17l-6.5-3.5v-7zM3.5 6.5L10 10l6.5-3.5M10 10v7',
  groups:
    'M7.5 4a3 3 0 1 0 0 6a3 3 0 1 0 0-6M2.5 16c.3-3 2.4-4.5 5-4.5s4.7 1.5 5 4.5M13 4.5a2.8 2.8 0 0 1 0 5.5M14.5 12c1.8.5 2.8 2 3 4',
  user: 'M10 3.5a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 1 0 0-6.4M4 16.5c.4-3.3 3-5 6-5s5.6 1.7 6 5',
  ports: 'M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0zM10 15v2.5',
  probes: 'M3.5 4h13v5h-13zM3.5 11h13v5h-13zM6.5 6.5v.1M6.5 13.5v.1',
  reports: 'M4 16.5h12.5M6 13V9M10 13V4M14 13V7',
  repos: 'M3.5 7.5L10 4l6.5 3.5L10 11zM3.5 7.5V13l6.5 3.5 6.5-3.5V7.5',
  search: 'M9 4a5 5 0 1 0 0 10a5 5 0 1 0 0-10M12.7 12.7L17 17',
  serviceTypes: 'M4 4h5l7 7-5 5-7-7zM7 7v.1',
  sort: 'M6.5 8L10 4.5 13.5 8M6.5 12l3.5 3.5 3.5-3.5',
  swap: 'M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3',
  system: 'M3 4h14v9H3zM7 16.5h6M10 13v3.5',
  tags: 'M3.5 4h5L15 10.5 10 15.5 3.5 9zM6.3 6.8v.1M11.5 4l5.5 5.5-4 4',
  tenants: 'M4 17V6l6-3v14M10 8l6 2v7M2.5 17h15M7 8v.1M7 11v.1M13 12.5v.1',
  topology: 'M10 3.5v4M4.5 12.5v-5h11v5M10 7.5v5M3 12.5h3v3H3zM8.5 12.5h3v3h-3zM14 12.5h3v3h-3z',
  thresholds: 'M3 15a7 7 0 0 1 14 0M10 15l3.5-5',
  up: 'M10 16V4.5M5.5 9L10 4.5 14.5 9',
  down: 'M10 4v11.5M5.5 11l4.5 4.5 4.5-4.5',
  warning: 'M10 3.5l7.5 13h-15zM10 8.5V12M10 14.2v.1',
} as const

export type IconName = keyof typeof outlines

/** Decoration next to a word, or inside a control with an accessible name. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={outlines[name]} />
    </svg>
  )
}
