export const llms: Readonly<Record<string, string>> = {
  'OpenAI text completion model, or one on an OpenAI-compatible server.':
    'OpenAI’ın ya da OpenAI uyumlu bir sunucunun metin tamamlama modeli.',
  'OpenAI text completion model in your Azure account.':
    'Azure hesabınızdaki OpenAI metin tamamlama modelleri.',
  'Cohere text completion model.': 'Cohere’in metin tamamlama modelleri.',
  'Open text completion model on Fireworks.': 'Fireworks’te çalışan açık metin tamamlama modelleri.',
  'Open text completion model on Hugging Face.': 'Hugging Face’te çalışan açık metin tamamlama modelleri.',
  'Replicate model that returns text or an image.':
    'Replicate’te çalışan, metin ya da görsel üreten modeller.',
  'Owner and name, optionally with a version.': 'Sahibi ve adı; isterseniz sürümüyle.',
  'Repetition Penalty': 'Tekrar cezası',
  'Values above 1 reduce repetition.': '1’in üstündeki değerler tekrarı azaltır.',
  'Additional Inputs': 'Ek girdiler',
  'Additional inputs of this model, by name.': 'Modelin diğer girdileri, adlarıyla.',
  'Open text completion model on Together AI.': 'Together AI’da çalışan açık metin tamamlama modelleri.',
  'Text completion model in your AWS account.': 'Kendi AWS hesabınızdaki metin tamamlama modelleri.',
  'Gemini in your Google Cloud account, as a text completion model.':
    'Kendi Google Cloud hesabınızdaki Gemini, metin tamamlama modeli olarak.',
  'Google has retired its older text models. Choose a Gemini model.':
    'Google eski metin modellerini kaldırdı. Bir Gemini modeli seçin.',
  'Open text completion model on SambaNova hardware.':
    'SambaNova donanımında çalışan açık metin tamamlama modelleri.',
}
