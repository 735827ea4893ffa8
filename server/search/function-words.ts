/** Words of every English or Turkish question. A passage that shares only these is not relevant. */
const functionWords = new Set(
  `a an the and or but of to in on at for from with by about into as is are was were be been am do does did have has had
  i me my you your he she it its we our us they them their this that these those there here what which who whom whose
  when where why how can could will would shall should may might must not no if then than so just also too very please
  much many some any tell give get want need know whether ve veya ya ile için bir bu şu o da de ta te ki mi mı mu mü ne nedir nasıl neden nerede kim hangi kaç
  ben sen biz siz onlar bana sana bize size benim senin bizim sizin var yok olarak gibi kadar daha ama eğer ise lütfen`.split(
    /\s+/,
  ),
)

export function tellingWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !functionWords.has(word))
  return telling.length > 0 ? telling : words
}
