// Types of the package @20minutes/s3rver, which has none.
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** The parts that tests use. Key and secret are both `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly silent: boolean
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
