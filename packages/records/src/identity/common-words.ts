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
heart breaker broken brothers brother sisters field fields bird birds house home work school college
university student teacher doctor nurse police music guitar piano dance dancer dancing singer rock roll
metal punk hiphop rapper party night nights day days light dark darkness moon stars star sky skywalker
ocean water fire earth wind storm thunder lightning snow ice winter rain cloud river lake mountain beach
island forest garden tree green grass rose roses lily daisy violet jasmine iris petal candy sugar sweet
cake cupcake cream icecream vanilla caramel lemon melon mango peach berry blueberry raspberry kiwi grape
fish fishing hunting camping racing racer driver truck trucks car cars bike biker motor engine turbo speed
train plane pilot captain sailor pirate navy army general major king kings lord lady knight wizard witch
magic magical mystic fairy unicorn vampire zombie ghost demon devil satan lucifer hell god gods goddess
zeus apollo athena venus mars jupiter saturn pluto mercury galaxy universe space alien rocket robot cyber
hack hacking code coder coding program programmer developer database oracle linux ubuntu apple macbook
nokia motorola siemens philips panasonic playstation xbox nintendo zelda sonic tetris halo doom quake
counterstrike leagueoflegends dota steam gamer games game player players play winner champion champions
number numbers lucky luck chance fortune destiny fate hope dream dreams dreamer believe trust truth peace
happy happiness smile laugh funny crazy insane stupid idiot loser dude bro girl girls boy boys man woman
men women kid kids child children babe son daughter wife husband uncle aunt grandma grandpa family
transformers transformer hummingbird firefly dragonfly ladybug grasshopper caterpillar jellyfish starfish
chesterfield heartbreaker heartless imagination revolution generation celebration information television
photography philosophy psychology engineering architecture technology mathematics management accounting
international professional development government entertainment championship relationship friendship
jonas selena gomez justin bieber britney spears rihanna beyonce shakira eminem tupac biggie jackson elvis
presley beatles lennon queen acdc ramones linkinpark greenday coldplay evanescence pinkfloyd
ronaldo ronaldinho messi beckham zidane neymar cristiano cristianoronaldo maradona pele kobe bryant lebron
bulldog bulldogs wildcat wildcats panthers tigers lions bears wolves hawks falcons ravens dolphins sharks
spurs celtics bulls knicks rangers celtic everton tottenham valencia sevilla atletico bayern dortmund ajax
who whos what when where why how with from have has had will can just like want need know never ever over
under into onto out off our their they them she him her his its all more most some any other than then
porsche carrera lamborghini bugatti maserati jaguar bentley subaru nissan mazda mitsubishi suzuki kawasaki
ducati triumph volkswagen golf passat audi volvo opel renault peugeot citroen fiat skoda chevrolet camaro
alejandro alejandra fernando francisco gabriel gabriela guillermo isabella katherine kimberly leonardo
margaret mariana natalia patricia sebastian valentina veronica vladimir svetlana tatiana ekaterina
anastasia dmitri sergei mikhail nikolai natasha marina olga elena maria mariah juan carlos jose luis miguel
angelina antonio eduardo ricardo roberto rodrigo santiago mohammed muhammad ahmed hassan ibrahim fatima
pass word word1 key keys safe secure security strong super mega ultra
`
  .trim()
  .split(/\s+/);

/** Long passwords that everybody has heard of, beside those that were breached. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
1q2w3e4r5t6y7u8i9o0p correcthorsebatterystaple thequickbrownfox letmeinplease neverforget123
opensesame123 ihateyou1234 mynameisjohn onceuponatime nopassword123 supercalifragilisticexpialidocious
abracadabra12 marlboro1234 myspace12345 hellokitty12 spongebob123 jesusislord1 cocacola1234
  `
    .trim()
    .split(/\s+/),
);
