// Ctrl+K: go to a page, open what a name, a slug or an id names, make something new, do what the page offers.
import { useNavigate } from '@tanstack/react-router'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useDemo } from '../getting-started/other-ways.tsx'
import { navigationEntries } from './navigation.ts'
import { matchScore } from './palette-match.ts'
import { useRecordEntries } from './palette-records.ts'
import { useHasRole, useSession } from '../session.tsx'
import { useShortcutList } from '../shortcuts.ts'
import { setTheme } from './theme.ts'
import { kindWords, pageKinds } from '../versions/kinds.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './palette.module.css'

interface Entry {
  readonly name: string
  readonly note: string
  readonly icon: IconName
  readonly run: () => void
}

/** Whole words, or beginnings of them. */
const namedScore = 60

const traceId = /^(0x)?[0-9a-f]{32}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function useEntries(text: string, demo: { readonly mutate: () => void }): readonly Entry[] {
  const { session } = useSession()
  const navigate = useNavigate()
  const shortcuts = useShortcutList()
  const records = useRecordEntries(text)
  const mayMake = useHasRole('editor')
  const isAdmin = useHasRole('admin')
  const mayCreateDemo = isAdmin && session.project.is_default
  return useMemo(() => {
    const params = { project: session.project.slug }
    const search = text.trim()
    const asked: Entry[] = [...records]
    if (traceId.test(search)) {
      const id = search.replace(/^0x/i, '').replaceAll('-', '').toLowerCase()
      asked.push({
        name: `Open trace ${id}`,
        note: 'by its id',
        icon: 'traces',
        run: () => void navigate({ to: '/p/$project/traces/$traceId', params: { ...params, traceId: id } }),
      })
    } else if (search !== '') {
      const filter = `content contains ${JSON.stringify(search)}`
      asked.push({
        name: `Search traces for “${search}”`,
        note: 'full text',
        icon: 'search',
        run: () => void navigate({ to: '/p/$project/traces', params, search: { filter } }),
      })
    }
    const fixed: Entry[] = [
      ...navigationEntries.map(({ to, name, icon }) => ({
        name,
        note: 'go to',
        icon,
        run: () => void navigate({ to, params }),
      })),
      ...pageKinds
        .filter(() => mayMake)
        .map((kind) => ({
          name: `New ${kindWords[kind].one}`,
          note: 'create',
          icon: 'plus' as const,
          run: () =>
            void navigate({
              to: `/p/$project/${kindWords[kind].path}` as const,
              params,
              search: { new: true },
            }),
        })),
      {
        name: 'Compare runs',
        note: 'go to',
        icon: 'diff' as const,
        run: () => void navigate({ to: '/p/$project/runs/compare', params, search: { ids: '' } }),
      },
      ...(mayMake
        ? [
            {
              name: 'New run',
              note: 'create',
              icon: 'plus' as const,
              run: () => void navigate({ to: '/p/$project/runs', params, search: { new: {} } }),
            },
            {
              name: 'New testset',
              note: 'create',
              icon: 'plus' as const,
              run: () => void navigate({ to: '/p/$project/testsets', params, search: { new: true } }),
            },
            {
              name: 'Import…',
              note: 'from another tool',
              icon: 'download' as const,
              run: () => void navigate({ to: '/p/$project/import', params }),
            },
            {
              name: 'Send traces: code to copy',
              note: 'set up',
              icon: 'copy' as const,
              run: () =>
                void navigate({
                  to: '/p/$project/settings/$part',
                  params: { ...params, part: 'send' },
                }),
            },
            ...(mayCreateDemo
              ? [
                  {
                    name: 'Create demo project',
                    note: 'made-up data',
                    icon: 'plus' as const,
                    run: () => demo.mutate(),
                  },
                ]
              : []),
            {
              name: 'New queue',
              note: 'create',
              icon: 'plus' as const,
              run: () => void navigate({ to: '/p/$project/queues', params, search: { new: true } }),
            },
          ]
        : []),
      ...(['light', 'dark', 'system'] as const).map((theme) => ({
        name: `Theme: ${theme}`,
        note: 'set',
        icon: 'sun' as const,
        run: () => setTheme(theme),
      })),
      ...shortcuts
        .filter(({ id }) => !id.startsWith('go ') && id !== 'palette')
        .map(({ does, run }) => ({ name: does, note: 'do', icon: 'right' as const, run })),
    ]
    const ranked = fixed
      .map((entry) => ({ entry, score: matchScore(entry.name, search) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
    // What is named stands before records of that name; what only resembles it, after them.
    const named = ranked.filter(({ score }) => score >= namedScore || search === '').map(({ entry }) => entry)
    const alike = ranked.filter(({ score }) => score < namedScore && search !== '').map(({ entry }) => entry)
    return [...named, ...asked, ...alike].slice(0, 14)
  }, [navigate, records, mayMake, mayCreateDemo, demo, session, shortcuts, text])
}

function PaletteBody({ onClose, demo }: { onClose: () => void; demo: { readonly mutate: () => void } }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const entries = useEntries(text, demo)
  const list = useId()
  const chosen = Math.min(at, entries.length - 1)
  const open = (entry: Entry | undefined): void => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const keyPressed = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt((chosen + step + entries.length) % Math.max(1, entries.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(entries[chosen])
    }
  }
  return (
    <>
      <input
        className={styles['input']}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={entries.length > 0 ? `${list}-${chosen}` : undefined}
        aria-label="Search or go to"
        placeholder="A page, a name, a slug, an id, or words to search for"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={keyPressed}
      />
      <ul id={list} role="listbox" aria-label="Results" className={styles['results']}>
        {entries.map((entry, index) => (
          // Arrows and Enter of the input choose; the mouse may, too.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <li
            key={`${index} ${entry.note} ${entry.name}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className={styles['entry']}
            onMouseMove={() => setAt(index)}
            onClick={() => open(entry)}
          >
            <Icon name={entry.icon} size={14} />
            {entry.name}
            <small>{entry.note}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const demo = useDemo()
  return (
    <Dialog open={open} onClose={onClose} title="Search or go to">
      <PaletteBody onClose={onClose} demo={demo} />
    </Dialog>
  )
}
