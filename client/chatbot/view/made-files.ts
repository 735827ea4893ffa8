import { visitorFiles as en } from '#client/texts/en/visitor-files.ts'
import { visitorFiles as tr } from '#client/texts/tr/visitor-files.ts'
import { type FileAnnotation, readFileAnnotations } from '#shared/file-annotations.ts'
import { bytesText } from './attachments.ts'
import { type Child, h } from './dom.ts'
import { icon } from './icons.ts'
import type { View } from './view.ts'

type Place = Pick<View, 'language'>

/** Files that an assistant has made for its answer, as downloads. */
export function madeFiles(annotations: readonly unknown[], place: Place): Child[] {
  const files = readFileAnnotations(annotations)
  const { files: label } = textsOf(place)
  return files.length === 0
    ? []
    : [
        h(
          'ul',
          { class: 'sent', 'aria-label': label },
          ...files.map((file) => h('li', {}, madeFile(file, place))),
        ),
      ]
}

function madeFile(file: FileAnnotation, place: Place) {
  const { filePath } = file
  return 'url' in file
    ? h(
        'a',
        { class: 'file', href: `${file.url}&download=true`, download: filePath },
        icon('document'),
        h('span', {}, filePath),
        h('small', {}, sizeText(file.size, place.language)),
      )
    : h('span', { class: 'file' }, icon('warning'), textsOf(place).notFetched(filePath))
}

/** Made files are often smaller than the kilobytes that uploads are counted in. */
function sizeText(bytes: number, language: string) {
  return bytes < 1_000
    ? new Intl.NumberFormat(language, { style: 'unit', unit: 'byte' }).format(bytes)
    : bytesText(bytes, language)
}

const textsOf = ({ language }: Place) => ({ en, tr })[language]
