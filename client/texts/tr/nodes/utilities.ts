export const utilities: Readonly<Record<string, string>> = {
  'Runs your JavaScript in a sandbox and returns its result.':
    'Kodunuzu korumalı alanda çalıştırır, sonucunu döndürür.',
  'Function Name': 'İşlev adı',
  'My function': 'İşlevim',
  'Additional Tools': 'Ek araçlar',
  'Tools for the code: await $tools.name.call({ … }).':
    'Kodun çağırabileceği araçlar: await $tools.name.call({ … }).',
  Output: 'Çıkış',
  'Ending Node': 'Bitiş düğümü',
  'Chooses a branch with JavaScript. The other branch does not run.':
    'JavaScript ile dal seçer. Diğer dal çalışmaz.',
  'IfElse Name': 'Koşul adı',
  'If Function': 'If işlevi',
  'Else Function': 'Else işlevi',
  True: 'Doğru',
  False: 'Yanlış',
  'Stores a value for Get Variable later in the same run.':
    'Aynı çalıştırmada “Değişkeni oku” için bir değer saklar.',
  var1: 'degisken1',
  'Show Output': 'Çıktıyı göster',
  'Return the value with the answer, in flowVariables.':
    'Değeri yanıtla birlikte flowVariables içinde döndürür.',
  'Reads a value stored by Set Variable.': '“Değişkene yaz” ile saklanan değeri okur.',
  'A note on the canvas. It does not run.': 'Tuvale not ekler, çalışmaz.',
  'Write something here': 'Buraya yazın',
}
