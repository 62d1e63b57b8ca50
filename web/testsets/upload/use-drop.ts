// A file that is dropped anywhere on the page.
import { useEffect, useRef, useState } from 'react'

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Whether a file is held over the page. */
export function useDrop(on: boolean, onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(onFile)
  useEffect(() => {
    latest.current = onFile
  })
  useEffect(() => {
    if (!on) return
    const moved = (event: DragEvent): void => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const left = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const dropped = (event: DragEvent): void => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file !== undefined) latest.current(file)
    }
    document.addEventListener('dragover', moved)
    document.addEventListener('dragleave', left)
    document.addEventListener('drop', dropped)
    return () => {
      document.removeEventListener('dragover', moved)
      document.removeEventListener('dragleave', left)
      document.removeEventListener('drop', dropped)
    }
  }, [on])
  return over
}
