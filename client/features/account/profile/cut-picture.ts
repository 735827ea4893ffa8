export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

const SIDE_PX = 256

/**
 * Crops to the central square and scales to `SIDE_PX`, as WebP (PNG if unsupported). Drops metadata such as the
 * location. Rejects files that are not pictures.
 */
export async function cutPicture(file: Blob): Promise<Blob> {
  if (!pictureTypes.some((type) => type === file.type)) {
    throw new TypeError(`${file.type || 'This'} is not a picture we take.`)
  }
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE_PX, SIDE_PX)
  picture.close()
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('It could not be drawn.')))
    canvas.toBlob(done, 'image/webp', 0.9)
  })
}
