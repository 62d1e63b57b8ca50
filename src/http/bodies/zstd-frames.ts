// Decompresses Zstandard data of any number of frames, as parallel or chunked writers produce. Node's stream
// ends after the first frame and silently drops the rest.
import { Transform, type TransformCallback } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'

/** The limit on frames. Writers put up to megabytes into a frame; many thousands of small ones would only cost time. */
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
    const writtenBefore = frame.bytesWritten
    // The frame ends by itself when the chunk reaches beyond it.
    const openNextFrame = (): void => {
      this.#count += 1
      if (this.#count > zstdFramesMax) return void this.destroy(new Error('The body has too many frames.'))
      this.#frame = this.#open()
      this._transform(chunk.subarray(frame.bytesWritten - writtenBefore), _, done)
    }
    frame.once('end', openNextFrame)
    frame.write(chunk, () => {
      if (frame.readableEnded) return
      frame.off('end', openNextFrame)
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
