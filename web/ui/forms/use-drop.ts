// Handles files and folders that are dropped anywhere on the page.
import { useEffect, useRef, useState } from 'react'

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true

/** Returns whether a file is dragged over the page. */
export function useDrop(on: boolean, onDrop: (data: DataTransfer) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    if (!on) return
    const onDragOver = (event: DragEvent): void => {
      if (!hasFile(event)) return
      event.preventDefault()
      setIsOver(true)
    }
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const onDropped = (event: DragEvent): void => {
      if (!hasFile(event)) return
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer !== null) latest.current(event.dataTransfer)
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDropped)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDropped)
    }
  }, [on])
  return isOver
}
