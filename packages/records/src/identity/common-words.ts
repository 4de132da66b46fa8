/**
 * What long bad passwords are made of: the words, names, teams and keyboard rows that fill the
 * published lists of breached passwords. See password-rules.ts for how they are used.
 */
export const COMMON_WORDS: readonly string[] = `
password passw0rd passwort passord contrasena motdepasse senha parola wachtwoord salasana hasla haslo
admin administrator root user guest login logon master access secret private system server default
welcome letmein changeme trustno1 temp temporary test tester testing sample demo hello hallo hola bonjour
qwerty qwertz azerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc wsx edc
qaz rfv tgb yhn ujm poiuytrewq lkjhgfdsa mnbvcxz qweasd qweasdzxc qwer asd zxc qwe poiu abcd abcdef abc
iloveyou iloveu loveyou ilove love lover lovely loveme forever always mylove babygirl babyboy baby
princess princesa prince queen king angel angels sunshine sunflower rainbow flower flowers butterfly
monkey dragon tiger lion eagle wolf bear panther shark dolphin horse puppy kitty kitten doggy chicken
football soccer baseball basketball hockey tennis golf cricket rugby swimming running cowboy cowboys
liverpool chelsea arsenal manchester united barcelona realmadrid madrid juventus milan lakers yankees
redsox steelers raiders packers eagles patriots broncos giants dallas
superman batman spiderman ironman avengers wolverine pokemon pikachu naruto sasuke goku dragonball mario
starwars skywalker startrek matrix minecraft fortnite roblox callofduty warcraft worldofwarcraft
michael jordan jennifer jessica ashley amanda daniel matthew anthony andrew joshua christopher robert
thomas william david james john joseph charles george richard nicole michelle melissa stephanie elizabeth
samantha brittany danielle heather rachel rebecca hannah lauren sophie charlotte victoria alexander
alexandra alexis benjamin nicholas jonathan justin brandon tyler austin taylor jackson morgan hunter
ginger maggie bailey buster charlie cooper lucky rocky sammy shadow smokey pepper peanut cookie cheese
chocolate banana orange apple cherry strawberry coffee pizza summer winter spring autumn january february
march april may june july august september october november december monday tuesday wednesday thursday
friday saturday sunday holiday christmas
america american london paris berlin newyork california florida texas canada mexico brasil brazil
germany deutschland france espana italia russia moscow india pakistan china japan australia england
computer internet windows microsoft google facebook twitter instagram youtube linkedin android samsung
iphone ferrari porsche mercedes corvette mustang harley yamaha honda toyota
money dollar bitcoin ethereum crypto trader trading exchange halcyon wallet hodl tothemoon satoshi
whatever nothing something anything everything blahblah blink metallica slipknot nirvana eminem
freedom jesus christ godisgood jesuschrist godisgreat blessed heaven faith family mother father mommy
daddy sister brother friend friends bestfriend sweetheart honey sweetie cutie sexy hottie beautiful
fuckyou fuckoff fuck asshole bitch killer hacker ninja samurai phoenix legend warrior soldier marine
hunter diamond silver golden gold crystal purple yellow green black white blue red pink
this that the and for you your my me is it in on of to a i am not no yes new old big good bad best one two
three four five six seven eight nine ten first last
pass word word1 key keys safe secure security strong super mega ultra
`
  .trim()
  .split(/\s+/);

/** Long passwords that the rules would let through and that are on every list all the same. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv
1qazxsw23edc q1w2e3r4t5y6 q1w2e3r4t5y6u7i8 zaq12wsxcde3 zaq1xsw2cde3 a1b2c3d4e5f6 1a2b3c4d5e6f
correcthorsebatterystaple thequickbrownfox thisisapassword thisismypassword iloveyouforever
letmeinplease neverforget123 opensesame123 ihateyou1234 mynameisjohn onceuponatime nopassword123
unbelievable supercalifragilisticexpialidocious abracadabra12 marlboro1234 myspace12345 tinkerbell12
hellokitty12 spongebob123 jesusislord1 motherfucker motherfucker1 cocacola1234
  `
    .trim()
    .split(/\s+/),
);
