// Zstandard of any number of frames, as it is written in parallel or in parts. The stream of the runtime ends after the
// first frame and drops what follows without a word.
import { Transform, type TransformCallback } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'

/** Frames hold up to megabytes each; a body of many thousand small ones would only cost time. */
export const zstdFramesMax = 10_000

export class ZstdFrames extends Transform {
  #frame = this.#open()
  #count = 1

  #open() {
    const frame = createZstdDecompress()
    frame.on('data', (bytes: Buffer) => {
      if (!this.push(bytes)) frame.pause()
    })
    frame.once('error', (error) => this.destroy(error))
    return frame
  }

  override _read(size: number): void {
    this.#frame.resume()
    super._read(size)
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const frame = this.#frame
    const before = frame.bytesWritten
    // It ends by itself when the chunk holds more than its frame.
    const goOn = (): void => {
      this.#count += 1
      if (this.#count > zstdFramesMax) return void this.destroy(new Error('It has too many frames.'))
      this.#frame = this.#open()
      this._transform(chunk.subarray(frame.bytesWritten - before), _, done)
    }
    frame.once('end', goOn)
    frame.write(chunk, () => {
      if (frame.readableEnded) return
      frame.off('end', goOn)
      done()
    })
  }

  override _flush(done: TransformCallback): void {
    this.#frame.once('end', () => done())
    this.#frame.end()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#frame.destroy()
    done(error)
  }
}
