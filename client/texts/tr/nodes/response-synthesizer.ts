export const responseSynthesizer: Readonly<Record<string, string>> = {
  'Answers from as many passages as fit into a prompt, then refines the answer with the rest.':
    'İsteme sığan parçalardan yanıtlar, kalanlarla yanıtı geliştirir.',
  'Refine Prompt': 'Geliştirme istemi',
  'Prompt that refines the answer: {query}, {existingAnswer}, {context}.':
    'Yanıtı geliştiren istem: {query}, {existingAnswer}, {context}.',
  'Text QA Prompt': 'Yanıt istemi',
  'Prompt for the answer: {context}, {query}.': 'Yanıt için istem: {context}, {query}.',
  'Answers from the first passage, then refines the answer with each other passage.':
    'İlk parçadan yanıtlar, sonraki her parçayla yanıtı geliştirir.',
  'Puts all passages into one prompt and answers once.': 'Tüm parçaları tek isteme koyup bir kez yanıtlar.',
  'Answers from groups of passages in parallel, then combines the answers.':
    'Parçaları gruplar hâlinde yanıtlar, sonra yanıtları birleştirir.',
}
