/** Recording formats by preference, with their file extensions. */
const formats = [
  { mime: 'audio/webm', ending: 'webm' },
  { mime: 'audio/mp4', ending: 'm4a' },
  { mime: 'audio/ogg', ending: 'ogg' },
]

export function chooseFormat(isFit: (mime: string) => boolean) {
  return formats.find(({ mime }) => isFit(mime))
}

export function clockText(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
