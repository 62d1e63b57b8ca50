// The boundary between the Python interpreter, which is WebAssembly, and this process: the functions that it imports.
// During initialization they are those of Pyodide. Once sealed, the interpreter can read its own files, the clock,
// random bytes and the request, and write the response. Everything else is refused, above all the functions behind
// JsProxy, run_js and `import js`: no path from Python's memory leads to an object of this realm.
import { Buffer } from 'node:buffer'
import { webcrypto } from 'node:crypto'

type Import = ((...args: never[]) => unknown) & { sig?: string }
type Imports = Record<string, Import>

/** The used part of WebAssembly, which none of our type libraries declares. */
declare const WebAssembly: {
  instantiate: (module: unknown, imports?: { env?: Imports }) => Promise<InstantiationResult>
}
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}
interface InstantiationResult {
  readonly instance?: { readonly exports: { readonly memory?: WasmMemory } }
}

/** Error numbers of the interpreter's C library. */
const errors = { badDescriptor: 8, notImplemented: 52, readOnly: 69 } as const

/** Imports that stay available: reading the interpreter's files (all in memory), time and time zones. */
const openImports = new Set(
  `
    __syscall_stat64 __syscall_lstat64 __syscall_fstat64 __syscall_newfstatat
    __syscall_getcwd __syscall_getdents64 __syscall_faccessat __syscall_readlinkat
    __syscall_fcntl64 __syscall_ioctl __syscall_getuid32_js __syscall_umask_js
    fd_seek fd_pread fd_fdstat_get environ_get environ_sizes_get
    clock_time_get clock_res_get emscripten_get_now emscripten_date_now
    _tzset_js _timegm_js _mktime_js _localtime_js _gmtime_js
    emscripten_get_heap_max emscripten_resize_heap
    _PyEM_TrampolineCall_JS _Py_CheckEmscriptenSignals_Helper _Py_emscripten_runtime
  `
    .trim()
    .split(/\s+/),
)

/** Ends the run, because the interpreter was interrupted in the middle of a call. */
export class SandboxBoundaryError extends Error {}

const accessModes = 0o3
const createOrTruncate = 0o1100
const pageBytes = 65_536
/** Longer output is dropped: the parent already refuses shorter responses. */
const answerBytesMax = 8 * 1024 * 1024

/** The descriptor of responses: higher than any that the interpreter opens during initialization. */
const answerDescriptor = 9

export class SandboxBoundary {
  #isSealed = false
  #memory: WasmMemory | undefined
  #memoryBytesMax = Infinity
  #request: Uint8Array = new Uint8Array()
  #answer: Uint8Array[] = []
  #answerBytes = 0

  /** Wraps the imports of the next WebAssembly instance in this process. */
  constructor() {
    const { instantiate } = WebAssembly
    WebAssembly.instantiate = async (module, imports) => {
      if (imports?.env === undefined) return instantiate(module, imports)
      this.#guard(imports.env)
      const result = await instantiate(module, imports)
      this.#memory = result.instance?.exports.memory
      this.#boundGrowth()
      return result
    }
  }

  seal(): void {
    this.#isSealed = true
  }

  set memoryBytesMax(bytes: number) {
    this.#memoryBytesMax = bytes
  }

  /** The next input of the interpreter on descriptor 0. */
  set request(text: string) {
    this.#request = Buffer.from(text, 'utf8')
    this.#answer = []
    this.#answerBytes = 0
  }

  /** The output of the interpreter on the response descriptor. */
  get answer(): string {
    return Buffer.concat(this.#answer).toString('utf8')
  }

  /** The memory of the interpreter. Growth replaces its buffer, so read this again after every call. */
  get bytes(): Uint8Array {
    if (this.#memory === undefined) throw new Error('there is no interpreter yet')
    return new Uint8Array(this.#memory.buffer)
  }

  #boundGrowth(): void {
    const memory = this.#memory
    if (memory === undefined) throw new Error('the interpreter exports no memory')
    const grow = memory.grow.bind(memory)
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * pageBytes > this.#memoryBytesMax) throw new RangeError('full')
      return grow(pages)
    }
  }

  /** Replaces imports in place, because the same table serves calls by pointer. */
  #guard(imports: Imports): void {
    for (const [name, originalImport] of Object.entries(imports)) {
      if (typeof originalImport !== 'function') continue
      // These two are functions of a WebAssembly module. They only create and check an error marker.
      if (name === 'Jsv_GetError_import' || name === 'JsvError_Check') continue
      const sealedImport = this.#sealedImport(name, originalImport)
      const guardedImport: Import = (...args: never[]) =>
        (this.#isSealed ? sealedImport : originalImport)(...args)
      if (originalImport.sig !== undefined) guardedImport.sig = originalImport.sig
      Reflect.set(imports, name, guardedImport)
    }
  }

  #sealedImport(name: string, originalImport: Import): Import {
    switch (name) {
      case '__syscall_openat':
        return (directory: never, path: never, flags: number, ...rest: never[]) =>
          (flags & (accessModes | createOrTruncate)) === 0
            ? originalImport(directory, path, flags as never, ...rest)
            : -errors.readOnly
      case 'fd_read':
        return (fd: number, vectors: number, count: number, size: number) =>
          fd === 0
            ? this.#read(vectors, count, size)
            : originalImport(...([fd, vectors, count, size] as never[]))
      case 'fd_close':
        // Descriptors below 3 stay open: a file that got such a number would pass for a standard stream, in later runs too.
        return (fd: number) => (fd < 3 ? 0 : originalImport(fd as never))
      case 'fd_write':
        return (fd: number, vectors: number, count: number, size: number) =>
          this.#write(fd, { vectors, count, size })
      case 'random_get':
        return (at: number, length: number) => this.#random(at, length)
      default:
        break
    }
    if (openImports.has(name)) return originalImport
    if (name.startsWith('__syscall_')) return () => -errors.notImplemented
    if (name.startsWith('fd_')) return () => errors.notImplemented
    return () => {
      throw new SandboxBoundaryError(name)
    }
  }

  #vectors(vectors: number, count: number): readonly Uint8Array[] {
    const { bytes } = this
    const view = new DataView(bytes.buffer)
    return Array.from({ length: count }, (_, i) => {
      const start = view.getUint32(vectors + 8 * i, true)
      return bytes.subarray(start, start + view.getUint32(vectors + 8 * i + 4, true))
    })
  }

  #setNumber(at: number, value: number): void {
    new DataView(this.bytes.buffer).setUint32(at, value, true)
  }

  #read(vectors: number, count: number, size: number): number {
    let readBytes = 0
    for (const target of this.#vectors(vectors, count)) {
      const part = this.#request.subarray(0, target.length)
      target.set(part)
      readBytes += part.length
      this.#request = this.#request.subarray(part.length)
    }
    this.#setNumber(size, readBytes)
    return 0
  }

  /** Printed text is discarded. */
  #write(
    fd: number,
    to: { readonly vectors: number; readonly count: number; readonly size: number },
  ): number {
    if (fd !== 1 && fd !== 2 && fd !== answerDescriptor) return errors.badDescriptor
    let count = 0
    for (const part of this.#vectors(to.vectors, to.count)) {
      count += part.length
      if (fd !== answerDescriptor || this.#answerBytes > answerBytesMax) continue
      this.#answer.push(part.slice())
      this.#answerBytes += part.length
    }
    this.#setNumber(to.size, count)
    return 0
  }

  #random(at: number, length: number): number {
    const target = this.bytes.subarray(at, at + length)
    for (let from = 0; from < length; from += pageBytes) {
      webcrypto.getRandomValues(target.subarray(from, from + pageBytes))
    }
    return 0
  }
}
