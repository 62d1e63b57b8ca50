// What can be copied: ids, numbers, values, links. Said aloud when it is done.
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { shortId } from './format.ts'
import styles from './copy.module.css'

/** True for a moment after something was copied. */
function useCopied(): readonly [boolean, (text: string | Promise<string>) => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1500)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string | Promise<string>): Promise<void> => {
    await navigator.clipboard.writeText(await text)
    setCopied(true)
  }
  return [copied, (text) => void copy(text)]
}

export function CopyButton({
  text,
  label,
}: {
  text: string | (() => string | Promise<string>)
  label: string
}) {
  const [copied, copy] = useCopied()
  return (
    <>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={label}
        onClick={() => copy(typeof text === 'string' ? text : text())}
      />
      <span className="hidden-text" role="status">
        {copied ? 'Copied.' : ''}
      </span>
    </>
  )
}

/** The address of what is shown, as somebody else can open it. */
export function LinkButton({ label = 'Copy link' }: { label?: string }) {
  const [copied, copy] = useCopied()
  return (
    <IconButton icon={copied ? 'check' : 'link'} label={label} onClick={() => copy(window.location.href)} />
  )
}

/** Shortened in the middle, whole on hover, copied on click. */
export function Id({ id, whole = false }: { id: string; whole?: boolean }) {
  const [copied, copy] = useCopied()
  return (
    <button type="button" className={styles['id']} title={`${id}: click to copy`} onClick={() => copy(id)}>
      {whole ? id : shortId(id)}
      {copied && <Icon name="check" size={12} label="copied" />}
    </button>
  )
}
