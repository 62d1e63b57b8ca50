// The entries of the command palette: pages, actions, records, and a search of traces.
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { IconName } from '../../ui/icon.tsx'
import { useHasRole, useSession } from '../session.tsx'
import { useShortcutList, type Shortcut } from '../shortcuts.ts'
import { kindWords, pageKinds } from '../versions/kinds.ts'
import { navigationEntries } from './navigation.ts'
import { matchScore } from './palette-match.ts'
import { useRecordEntries } from './palette-records.ts'
import { setTheme } from './theme.ts'

export interface Entry {
  readonly name: string
  readonly note: string
  readonly icon: IconName
  readonly run: () => void
}

interface EntryContext {
  readonly navigate: ReturnType<typeof useNavigate>
  readonly params: { readonly project: string }
  readonly canEdit: boolean
  /** Creates the demo project; undefined: the key may not create it. */
  readonly createDemo: (() => void) | undefined
  readonly shortcuts: readonly Shortcut[]
}

/** Scores from here on are matches of words or prefixes. */
const wordScore = 60
const entriesMax = 14

const traceId = /^(0x)?[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Opens the trace with a typed id, or searches all traces for the typed text. */
function traceEntries(search: string, { navigate, params }: EntryContext): readonly Entry[] {
  if (search === '') return []
  if (traceId.test(search)) {
    const id = search.replace(/^0x/i, '').replaceAll('-', '').toLowerCase()
    const run = () => void navigate({ to: '/p/$project/traces/$traceId', params: { ...params, traceId: id } })
    return [{ name: `Open trace ${id}`, note: 'by its id', icon: 'traces', run }]
  }
  const filter = `content contains ${JSON.stringify(search)}`
  const run = () => void navigate({ to: '/p/$project/traces', params, search: { filter } })
  return [{ name: `Search traces for “${search}”`, note: 'full text', icon: 'search', run }]
}

function pageEntries({ navigate, params }: EntryContext): readonly Entry[] {
  return [
    ...navigationEntries.map(({ to, name, icon }) => ({
      name,
      note: 'go to',
      icon,
      run: () => void navigate({ to, params }),
    })),
    {
      name: 'Compare runs',
      note: 'go to',
      icon: 'diff',
      run: () => void navigate({ to: '/p/$project/runs/compare', params, search: { ids: '' } }),
    },
  ]
}

function editEntries({ navigate, params, canEdit, createDemo }: EntryContext): readonly Entry[] {
  if (!canEdit) return []
  const create = (name: string, run: () => void): Entry => ({ name, note: 'create', icon: 'plus', run })
  return [
    ...pageKinds.map((kind) => {
      const to = `/p/$project/${kindWords[kind].path}` as const
      return create(
        `New ${kindWords[kind].singular}`,
        () => void navigate({ to, params, search: { new: true } }),
      )
    }),
    create('New run', () => void navigate({ to: '/p/$project/runs', params, search: { new: {} } })),
    create('New testset', () => void navigate({ to: '/p/$project/testsets', params, search: { new: true } })),
    {
      name: 'Send traces: code to copy',
      note: 'set up',
      icon: 'copy',
      run: () => void navigate({ to: '/p/$project/settings/$part', params: { ...params, part: 'send' } }),
    },
    ...(createDemo === undefined
      ? []
      : [{ name: 'Create demo project', note: 'sample data', icon: 'plus' as const, run: createDemo }]),
    create('New queue', () => void navigate({ to: '/p/$project/queues', params, search: { new: true } })),
  ]
}

const themeEntries: readonly Entry[] = (['light', 'dark', 'system'] as const).map((theme) => ({
  name: `Theme: ${theme}`,
  note: 'set',
  icon: 'sun',
  run: () => setTheme(theme),
}))

const shortcutEntries = ({ shortcuts }: EntryContext): readonly Entry[] =>
  shortcuts
    .filter(({ id }) => !id.startsWith('go ') && id !== 'palette')
    .map(({ label, run }) => ({ name: label, note: 'action', icon: 'right', run }))

/** Orders entries by their match: good matches, then records and traces, then weak matches. */
function rankEntries(
  search: string,
  fixedEntries: readonly Entry[],
  searchEntries: readonly Entry[],
): readonly Entry[] {
  const rankedEntries = fixedEntries
    .map((entry) => ({ entry, score: matchScore(entry.name, search) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const isGood = ({ score }: { readonly score: number }): boolean => score >= wordScore || search === ''
  const goodMatches = rankedEntries.filter(isGood).map(({ entry }) => entry)
  const weakMatches = rankedEntries.filter((one) => !isGood(one)).map(({ entry }) => entry)
  return [...goodMatches, ...searchEntries, ...weakMatches].slice(0, entriesMax)
}

export function useEntries(text: string, demo: { readonly mutate: () => void }): readonly Entry[] {
  const { session } = useSession()
  const navigate = useNavigate()
  const shortcuts = useShortcutList()
  const records = useRecordEntries(text)
  const canEdit = useHasRole('editor')
  const canCreateDemo = useHasRole('admin') && session.project.is_default
  return useMemo(() => {
    const createDemo = canCreateDemo ? (): void => demo.mutate() : undefined
    const context = { navigate, params: { project: session.project.slug }, canEdit, createDemo, shortcuts }
    const search = text.trim()
    const fixedEntries = [
      ...pageEntries(context),
      ...editEntries(context),
      ...themeEntries,
      ...shortcutEntries(context),
    ]
    return rankEntries(search, fixedEntries, [...records, ...traceEntries(search, context)])
  }, [navigate, records, canEdit, canCreateDemo, demo, session, shortcuts, text])
}
