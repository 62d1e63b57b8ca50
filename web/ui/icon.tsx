// Icons on a 16 px grid. Text beside an icon or its `label` gives the meaning.

const paths = {
  home: 'M2.5 7.2 8 2.5l5.5 4.7M4 6.4v7h8v-7',
  traces: 'M2 4h7M4.5 8H13M7 12h5',
  sessions: 'M2.5 3.5h11v7.5h-6L4.5 13.5V11h-2z',
  users: 'M8 8a2.6 2.6 0 1 0 0-5.2A2.6 2.6 0 0 0 8 8ZM3 13.6c.4-2.4 2.4-3.8 5-3.8s4.6 1.4 5 3.8',
  analytics: 'M2.5 13.5h11M4 11V8M8 11V3.5M12 11V6',
  app: 'M2.5 3h11v10h-11zM2.5 6h11M4.5 4.5h.1M5 9l1.5 1.2L5 11.4M8 11.4h3',
  scale: 'M8 2.5v11M4.5 13.5h7M3 5l5-1.2L13 5M3 5 1.5 9.5h3zM13 5l-1.5 4.5h3z',
  runs: 'M3 2.5v11M3 3.5h7.500M3 8h10M3 12.500h5.500',
  environments: 'M2.5 3h11v3h-11zM2.5 8h11v3h-11zM5 4.5h.1M5 9.5h.1M8 11v2.5',
  commit: 'M8 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM8 5.5V2M8 10.5V14',
  flag: 'M4 14V2.5M4 3h8l-2 3 2 3H4',
  undo: 'M6 4 3 7l3 3M3 7h6.5a3.5 3.5 0 0 1 0 7H7',
  edit: 'M3 13h2.5L13 5.5 10.5 3 3 10.5zM9 4.5 11.5 7',
  diff: 'M5 2.5v6M2 5.5h6M2 12.5h6M12 2.5v11',
  rocket:
    'M9 3c2-1.2 4-1 4-1s.2 2-1 4L8.5 10.5 5.5 7.500zM5.500 7.500 3 8l1.500-2.500 2-.3M8.500 10.500 8 13l2.500-1.500.3-2M4.500 11.500l-2 2',
  settings:
    'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM6 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4l3.1 3.1',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  link: 'M6.5 9.5l3-3M7 4.6l1.3-1.3a3 3 0 0 1 4.3 4.3L11.3 9M9 11.4l-1.3 1.3a3 3 0 0 1-4.3-4.3L4.7 7',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  cross: 'm4 4 8 8M12 4l-8 8',
  alert: 'M8 5.5v3.2M8 11v.2M8 2 1.8 13.2h12.4z',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  up: 'm4 10 4-4 4 4',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  live: 'M8 9.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4ZM4.8 11.2a4.5 4.5 0 0 1 0-6.4M11.2 4.8a4.5 4.5 0 0 1 0 6.4',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6M13 2.5v2.7h-2.7',
  download: 'M8 2.5v7.3M4.8 6.8 8 10l3.2-3.2M2.5 13.5h11',
  trash: 'M2.8 4.5h10.4M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9',
  plus: 'M8 3v10M3 8h10',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6ZM8 1.6v1.2M8 13.2v1.2M1.6 8h1.2M13.2 8h1.2M3.5 3.5l.8.8M11.7 11.7l.8.8M12.5 3.5l-.8.8M4.3 11.7l-.8.8',
  moon: 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8Z',
  system: 'M2.5 3h11v8h-11zM6 13.5h4',
  help: 'M6 6.2A2 2 0 1 1 8 8.4v1M8 11.6v.2M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4Z',
  out: 'M9.5 3h-6v10h6M6.5 8h7M11 5.5 13.5 8 11 10.5',
  key: 'M5.2 13.3a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4ZM7.2 8.8 13 3M10.5 5.5l2 2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  branch:
    'M4.5 4.8v6.4M4.5 11.2a1.6 1.6 0 1 0 0 3.2M11.5 4.8c0 3.2-7 2.2-7 5M4.5 4.8a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM11.5 4.8a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
  note: 'M3 2.5h10v7.2l-3.8 3.8H3zM9.2 13.5V9.7H13',
  filter: 'M2 3.5h12L9.5 8.8v4.4l-3-1.5V8.8z',
  testsets: 'M2.5 3h11v10h-11zM2.5 6.3h11M2.5 9.7h11M6.5 3v10',
  redo: 'm10 3.5 3 3-3 3M12.8 6.5H6.5a3.3 3.3 0 0 0 0 6.6H9',
  pin: 'M5.5 2.5h5M6.3 2.5v4L4.5 9h7L9.7 6.5v-4M8 9v4.5',
  upload: 'M8 10V2.7M4.8 5.8 8 2.6l3.2 3.2M2.5 13.5h11',
  history: 'M2.6 8a5.4 5.4 0 1 0 1.6-3.8L2.6 5.8M2.6 2.8v3h3M8 5v3.2l2.2 1.3',
  compare: 'M4.5 2.5v8M2.5 8.5l2 2 2-2M11.5 13.5v-8M9.5 7.5l2-2 2 2',
  external: 'M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.2 2.8 7.5 8.5',
  workflow: 'M2.5 5.5h4v5h-4zM9.5 2.5h4v4h-4zM9.5 9.5h4v4h-4zM6.5 8h1.8V4.5h1.2M8.3 8v3.5h1.2',
  agent: 'M3.5 5.5h9v7h-9zM8 5.5v-3M6.2 8.5v1M9.8 8.5v1M1.8 8v2M14.2 8v2',
  chain:
    'M6.2 9.8a2.5 2.5 0 0 1 0-3.6l1.6-1.6a2.5 2.5 0 0 1 3.6 3.6l-.8.8M9.8 6.2a2.5 2.5 0 0 1 0 3.6l-1.6 1.6a2.5 2.5 0 0 1-3.6-3.6l.8-.8',
  task: 'M3 3h10v10H3zM5.5 8.2l1.8 1.8 3.2-3.8',
  tool: 'M9.5 6.5 4 12a1.4 1.4 0 0 0 2 2l5.5-5.5a3.4 3.4 0 0 0 3-4.7l-2 2-1.8-.5-.5-1.8 2-2a3.4 3.4 0 0 0-2.7 5Z',
  model: 'M8 2.2 9.4 6.6 13.8 8 9.4 9.4 8 13.8 6.6 9.4 2.2 8l4.4-1.4z',
  embedding: 'M4 4.5h.1M8 4.5h.1M12 4.5h.1M4 8h.1M8 8h.1M12 8h.1M4 11.5h.1M8 11.5h.1M12 11.5h.1',
  rerank: 'M5 13V3M5 3 2.8 5.2M5 3l2.2 2.2M11 3v10M11 13l2.2-2.2M11 13l-2.2-2.2',
} as const

export type IconName = keyof typeof paths

interface IconProps {
  readonly name: IconName
  readonly size?: number
  readonly label?: string
  /** The colour; by default that of the text. */
  readonly colour?: string
  /** Whether the label is also a tooltip. */
  readonly isTitled?: boolean
}

/** The style sheet (`.icon`) sets the strokes: attributes per icon would be slow in long lists. */
export function Icon({ name, size = 16, label, colour, isTitled = false }: IconProps) {
  return (
    <svg
      className={name === 'embedding' || name === 'more' ? 'icon dots' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
      style={colour === undefined ? undefined : { color: colour }}
    >
      {isTitled && <title>{label}</title>}
      <path d={paths[name]} />
    </svg>
  )
}
