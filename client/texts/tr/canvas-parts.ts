import type { parts as english } from '../en/canvas-parts.ts'

const nodesOf = (count: number) => `${count} düğüm`

export const parts: typeof english = {
  keep: 'Parça olarak kaydet',
  title: 'Parça olarak kaydet',
  text: 'Grubu başka akışlara da ekleyebilirsiniz. Kimlik bilgileri ve gizli değerler kaydedilmez.',
  name: 'Ad',
  description: 'Açıklama',
  submit: 'Kaydet',
  saved: (name) => `“${name}” Parçalarım’a eklendi.`,
  mine: 'Parçalarım',
  nodes: nodesOf,
  insert: (name, count) => `${name} parçasını ekle, ${nodesOf(count)}`,
  remove: (name) => `${name} parçasını sil`,
  removeTitle: (name) => `“${name}” parçası silinsin mi?`,
  removeText: 'Eklendiği akışlar olduğu gibi kalır.',
  removeButton: 'Sil',
  removed: (name) => `“${name}” silindi.`,
  failed: 'Parçalarınız yüklenemedi.',
}
