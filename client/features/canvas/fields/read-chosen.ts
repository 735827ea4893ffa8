import { isAccepted, largestFile, type StoredFile } from './stored-files.ts'

export type Refused = { name: string; why: 'type' | 'size' | 'unreadable' }
export type Chosen = { files: StoredFile[]; refused: Refused[] }

/** Reads files somebody has chosen, and says which could not be taken and why. */
export async function readChosen(chosen: readonly File[], fileType: string | undefined): Promise<Chosen> {
  const read = await Promise.all(chosen.map((file) => readOne(file, fileType)))
  return {
    files: read.filter((each) => !('why' in each)),
    refused: read.filter((each) => 'why' in each),
  }
}

async function readOne(file: File, fileType: string | undefined): Promise<StoredFile | Refused> {
  const { name } = file
  if (!isAccepted(name, fileType)) {
    return { name, why: 'type' }
  }
  if (file.size > largestFile) {
    return { name, why: 'size' }
  }
  try {
    return { name, data: await readData(file) }
  } catch {
    return { name, why: 'unreadable' }
  }
}

function readData(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
