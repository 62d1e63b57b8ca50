// Handles files and folders that are dropped anywhere on the page.
import { useEffect, useRef, useState } from 'react'

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Returns whether a file is dragged over the page. */
export function useDrop(isEnabled: boolean, onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latestOnDrop = useRef(onDrop)
  useEffect(() => {
    latestOnDrop.current = onDrop
  })
  useEffect(() => {
    if (!isEnabled) return
    const onDragOver = (event: DragEvent): void => {
      if (!hasFile(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDropEvent = (event: DragEvent): void => {
      if (!hasFile(event)) return
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer !== null) latestOnDrop.current(event.dataTransfer)
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDropEvent)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDropEvent)
    }
  }, [isEnabled])
  return isOver
}
