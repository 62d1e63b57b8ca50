// What is dropped anywhere on the page: files, or folders.
import { useEffect, useRef, useState } from 'react'

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Whether a file is held over the page. */
export function useDrop(on: boolean, onDrop: (data: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
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
      if (event.dataTransfer !== null) latest.current(event.dataTransfer)
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
