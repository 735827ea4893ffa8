/** The most common words in published lists of leaked passwords, with any digits appended. */
const words = `
password passwort passw0rd parola sifre sifrem motdepasse contrasena senha parool admin administrator root toor user guest
test tester testing demo default changeme change letmein letmeinnow welcome welcome home login access master super superman
superuser secret private security secure hello hellohello goodbye google facebook instagram twitter youtube whatsapp telegram
microsoft windows apple iphone samsung android nokia internet computer laptop server oracle cisco linux ubuntu github docker
mysql postgres qwerty qwert qwertz azerty asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc edcrfv
qweasd qweasdzxc qwe qweqwe asdasd zxczxc poiuyt mnbvcxz lkjhgf abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa
iloveyou iloveu ilove loveyou lovely love loveme lover mylove forever always baby babygirl babyboy sweet sweety sweetheart
angel angels heaven devil demon jesus jesuschrist christ god godisgood blessed faith hope grace princess prince queen king
sunshine sunflower flower flowers rainbow butterfly summer winter spring autumn monday tuesday wednesday thursday friday
saturday sunday january february march april june july august september october november december christmas holiday
dragon monkey tiger lion eagle falcon shark dolphin horse kitten kitty cat dog puppy doggy bear wolf panther phoenix unicorn
shadow ninja samurai warrior knight hunter killer ranger rangers soldier sniper pirate pirates gangster hacker matrix
batman spiderman ironman superhero pokemon pikachu naruto goku mario sonic zelda minecraft roblox fortnite starwars startrek
football soccer baseball basketball hockey tennis golf golfer cricket swimming chelsea arsenal liverpool barcelona realmadrid
juventus manchester galatasaray fenerbahce besiktas trabzonspor yankees lakers cowboys steelers eagles packers
mustang ferrari porsche mercedes bmw audi toyota honda corvette camaro harley yamaha suzuki ducati
michael michelle jennifer jessica ashley amanda daniel david joshua matthew andrew robert thomas charlie george jordan
justin anthony william richard joseph james john peter patrick alex alexander alexis nicole melissa samantha elizabeth
stephanie danielle maria maggie buster cookie pepper ginger bailey buddy rocky lucky max jack harry hannah sophie
mehmet mustafa ahmet ayse fatma zeynep elif emre murat burak yusuf omer hakan istanbul ankara izmir turkiye turkey ataturk
askim canim seviyorum seniseviyorum hayatim bebegim kartal aslan london paris newyork america england germany france
canada brasil brazil mexico italia india pakistan australia california texas florida chicago boston dallas
money dollar bitcoin ethereum crypto bank diamond gold golden silver platinum crystal purple orange yellow black white blue
green chocolate cheese coffee banana apples strawberry cherry peanut pizza burger
music guitar metallica nirvana slipknot eminem beatles rockstar rocknroll dance dancer
freedom liberty trustno trustnoone whatever nothing something anything everything everyone nobody letsgo
blahblah blabla fuckyou fuckoff asshole bitch sexy sexsex
flowtill flowise chatgpt openai chatbot wallet
`

/**
 * Digit sequences and keyboard walks of at least eight characters. Longer sequences and repetitions are detected
 * by pattern.
 */
const walks = `
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1zaq1 zaq1xsw2 q1w2e3r4 q1w2e3r4t5 qwer1234 1234qwer asdf1234 1234asdf
qwerty12 abcd1234 1234abcd a1b2c3d4 aa123456 a123456789 123456aa 12345qwert qwert12345 123qweasd 123qwe123 qwe123qwe
asd123asd 1a2b3c4d 147258369 159357258 159753456 741852963 789456123 963852741 987654321 0987654321 9876543210 1029384756
11223344 112233445566 1122334455 12341234 12344321 123454321 123321123 123123123 121212121 13131313 14141414 20202020
19871987 19901990 20002000 12131415 102030405 10203040 135792468 1357924680 246813579 31415926 314159265 27182818
00000000 11111111 22222222 69696969 88888888 99999999 77777777 66666666 55555555 44444444 33333333 qwertyuiop qwertyui
qwertzuiop azertyuiop asdfghjkl zxcvbnm1 poiuytrewq lkjhgfdsa mnbvcxzlk 1qazxsw2 2wsx3edc 3edc4rfv qazwsxed qazxswedc
p@ssw0rd pa55word pa55w0rd passw0rd1 adminadmin rootroot testtest useruser welcome1 letmein1 monkey12 dragon12 trustno1
iloveyou1 sunshine1 princess1 football1 baseball1 superman1 michael1 jennifer1 charlie1 shadow12 master12 computer1
blink182 myspace1 ncc1701d rush2112 thx11381 bond0071 agent0077 area5151 route666 number11 ou812345
`

const commonWords = new Set(words.split(/\s+/).filter(Boolean))
const commonWalks = new Set(walks.split(/\s+/).filter(Boolean))

const letterOf: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

export const commonCount = commonWords.size + commonWalks.size

/**
 * Whether a guessing attack would try it early: a common word with digits, a keyboard walk, a sequence or a
 * repetition.
 */
export function isCommon(password: string): boolean {
  const text = password.toLowerCase().replaceAll(/\s/g, '')
  return commonWalks.has(text) || isPattern(text) || wordsIn(text).some((word) => commonWords.has(word))
}

/** Strips common additions and substitutions: `W3lcome2024!` becomes `welcome`. */
function wordsIn(text: string) {
  const bare = text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const unmasked = unmask(text.replace(/[\d\W_]{1,6}$/, ''))
  return [text, bare, unmasked, unmask(text)]
}

function unmask(text: string) {
  return text.replaceAll(/[013457@$!]/g, (sign) => letterOf[sign] ?? sign)
}

/** Detects repetitions and sequences: `aaaaaaaa`, `abcabcabc`, `23456789`, `zyxwvuts`. */
function isPattern(text: string) {
  if (text.length > 0 && /^(.{1,4})\1+$/.test(text)) {
    return true
  }
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  const [step] = steps
  return text.length > 2 && steps.size === 1 && (step === 1 || step === -1)
}
