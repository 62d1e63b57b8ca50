// Reads selected or dropped files with their paths; a folder includes all files below it.
import type { SelectedFile } from './messages.ts'

/** Larger imports need the command line. */
const filesMax = 10_000

const tooMany = `More than ${filesMax.toLocaleString('en')} files. Select fewer files, or use the command line.`

function requireBounds(files: readonly SelectedFile[]): readonly SelectedFile[] {
  if (files.length > filesMax) throw new Error(tooMany)
  return files
}

export const selectedFiles = (list: FileList): readonly SelectedFile[] =>
  requireBounds(
    Array.from(list, (file) => ({
      path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
      file,
    })),
  )

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** The browser returns up to a hundred entries of a folder per call, and none at the end. */
async function* membersOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    yield* entries
  }
}

async function* filesBelow(entry: FileSystemEntry): AsyncGenerator<SelectedFile> {
  if (entry.isFile) {
    yield { path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) }
  } else {
    for await (const member of membersOf(entry as FileSystemDirectoryEntry)) yield* filesBelow(member)
  }
}

/** Reads all entries synchronously, because they are gone after the event. An item without an entry is a plain file. */
export async function droppedFiles(data: DataTransfer): Promise<readonly SelectedFile[]> {
  const items = Array.from(data.items, (item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const files: SelectedFile[] = []
  for (const { entry, file } of items) {
    if (entry === null) {
      if (file !== null) files.push({ path: file.name, file })
      continue
    }
    for await (const file of filesBelow(entry)) {
      files.push(file)
      requireBounds(files)
    }
  }
  return files
}
