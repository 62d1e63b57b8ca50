// From what a person chose or dropped to files with their paths; a folder is everything below it.
import type { GivenFile } from './messages.ts'

/** More are for the command line. */
const filesMax = 10_000

const tooMany = `That has more than ${filesMax.toLocaleString('en')} files: give the parts that matter, or use the command line.`

function bounded(files: readonly GivenFile[]): readonly GivenFile[] {
  if (files.length > filesMax) throw new Error(tooMany)
  return files
}

export const chosenFiles = (list: FileList): readonly GivenFile[] =>
  bounded(
    Array.from(list, (file) => ({
      path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
      file,
    })),
  )

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A folder tells of a hundred at a time, and then of none. */
async function* membersOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    yield* some
  }
}

async function* filesBelow(entry: FileSystemEntry): AsyncGenerator<GivenFile> {
  if (entry.isFile) {
    yield { path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) }
  } else {
    for await (const member of membersOf(entry as FileSystemDirectoryEntry)) yield* filesBelow(member)
  }
}

/** Entries are asked for at once: they are gone when the event is over. What is no folder and has no entry is a file. */
export async function droppedFiles(data: DataTransfer): Promise<readonly GivenFile[]> {
  const dropped = Array.from(data.items, (item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const files: GivenFile[] = []
  for (const { entry, file } of dropped) {
    if (entry === null) {
      if (file !== null) files.push({ path: file.name, file })
      continue
    }
    for await (const below of filesBelow(entry)) {
      files.push(below)
      bounded(files)
    }
  }
  return files
}
