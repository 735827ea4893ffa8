/** `version` changes with the content. `changedAt` is in milliseconds since 1970, by the clock of the store. */
export type FileInfo = { key: string; size: number; version: string; changedAt: number }

/** Both inclusive, in bytes. */
export type ByteRange = { start: number; end: number }

/**
 * Files by key, such as `files/<flow>/menu.txt`. A file appears whole or not at all: until it is complete, its key has what it
 * had before. Throws AppError UNAVAILABLE while the store cannot be used.
 */
export type FileStore = {
  /** False when `isNew` and the key is taken, also by a concurrent call of another process. */
  put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: { isNew?: boolean },
  ): Promise<boolean>
  /** False when there is no such file. */
  copy(from: string, to: string): Promise<boolean>
  find(key: string): Promise<FileInfo | undefined>
  /** Streams the file, or a range of it; undefined when there is no such file. */
  read(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined>
  /** In the order of keys. `prefix` may end within a name. */
  list(prefix: string): AsyncIterable<FileInfo>
  /** Names directly below a prefix that ends with a slash. */
  listFolders(prefix: string): AsyncIterable<string>
  /** A missing file is fine. */
  remove(key: string): Promise<void>
  removeAll(prefix: string): Promise<void>
  /** Removes what interrupted writes have left since before this time. */
  removeLeftovers(before: Date): Promise<void>
  /** Called once at the start. Throws an Error with a sentence for the operator when files cannot be stored. */
  check(): Promise<void>
}

/** A bucket, or a part of one, at an S3-compatible service. */
export type S3Location = {
  /** Without a slash at its end. Buckets are addressed by path. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or with a slash at its end. */
  prefix: string
  encryption: { algorithm: 'AES256' } | { algorithm: 'aws:kms'; key: string | undefined } | undefined
}

export type S3Keys = {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}
