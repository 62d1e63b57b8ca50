// Copy buttons for ids, values and links. Screen readers announce the copy.
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { shortId } from './format.ts'
import { reactionMs } from './time/clock.ts'
import styles from './copy.module.css'

/** The flag is true for 1.5 seconds after a copy. */
function useCopied(): readonly [boolean, (text: string | Promise<string>) => void] {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), reactionMs(1500))
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (text: string | Promise<string>): Promise<void> => {
    await navigator.clipboard.writeText(await text)
    setIsCopied(true)
  }
  return [isCopied, (text) => void copy(text)]
}

export function CopyButton({
  text,
  label,
}: {
  text: string | (() => string | Promise<string>)
  label: string
}) {
  const [isCopied, copy] = useCopied()
  return (
    <>
      <IconButton
        icon={isCopied ? 'check' : 'copy'}
        label={label}
        onClick={() => copy(typeof text === 'string' ? text : text())}
      />
      <output className="hidden-text">{isCopied ? 'Copied.' : ''}</output>
    </>
  )
}

/** Copies the URL of the current view. */
export function LinkButton({ label = 'Copy link' }: { label?: string }) {
  const [isCopied, copy] = useCopied()
  return (
    <IconButton icon={isCopied ? 'check' : 'link'} label={label} onClick={() => copy(window.location.href)} />
  )
}

/** A shortened id; the tooltip has the full one, a click copies it. */
export function Id({ id, isFull = false }: { id: string; isFull?: boolean }) {
  const [isCopied, copy] = useCopied()
  return (
    <button type="button" className={styles['id']} title={`${id}: click to copy`} onClick={() => copy(id)}>
      {isFull ? id : shortId(id)}
      {isCopied && <Icon name="check" size={12} label="copied" />}
    </button>
  )
}
