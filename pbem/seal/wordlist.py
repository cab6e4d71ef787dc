"""The 2048 words of a label, in the order of their eleven bits.

Plain words of three to seven letters; no two differ by one letter, so a slip gives no other word of the list.
The order is part of the protocol: nothing is ever added, taken out or moved.
"""

_LIST = """
abacus abbey abode absent absorb acacia accent access acclaim accord account acid acorn acre acrobat active
actor adapt adder adjust admire advance advice aerial affair affirm afford agate agenda agile agree airship
alarm album alcove alert algebra alien alloy almanac almond aloft alpaca alpine alto amaze amber amble
amount amuse anchor anchovy ancient anemone anew angel anise ankle annex answer ant anvil apex aphid appeal
apple apricot april apron aqua arcade archery arctic area argue aroma arrange array arrive artist ash aspect
aspen asset assist assure aster atlas atoll atom attempt attend attic auburn audio august aurora author
autumn avenue awake award awning axe axis azure baby badger bagpipe baker balance balcony ballad balloon
bamboo banana bandage banjo bank barber barge barley barn barrel basalt basil basket bassoon bat bazaar
beacon beagle bear beaver bedroom bee begin begonia beige bellows belong bend beret beyond bias bicycle
birch biscuit bison bittern blade blanket bless blink blond blossom blouse blue bluff blush bobbin bobcat
body bog boiler bolt bonfire bonnet bonus bookish boost border borrow bottle bottom boulder bounty bouquet
brace bracket bramble branch brand bravo breach bream breeze brewer brick bridle brief bright brim broad
broker bronze brooch broom broth bubble bucket buckle budget buffalo bugle builder bull bump bundle bunting
buoy bushel butter button buzzard cabbage cabin cactus cadet cake calcium calf camel camera campus canal
canary candid candle candy canoe canopy canvas canyon caper capsule captain caramel caravan caraway carbon
cargo carol carp carry cascade cashew cashier cask castle casual catch catfish cause caution cavalry cavern
cedar celery cellar cello cement census century ceramic chair chalk chamber chamois chance channel chaos
chapter charge chart chase cheek cheese cheetah chef chemist cherry chervil chest chicken chill chimney chin
chirp chisel chive choice chorus chrome chuckle chunk cicada cider cinema cipher circle circus citizen city
civic clam clang clarify class clean clench clerk client cliff climate climb clip clock clog cloud clove
clown club clump cluster clutch coax cobalt cobbler cobra cockle cockpit cocoa coconut cod coil collect
college collie column comb comet comfort comic command commit common compact compare compass compose concert
condor confirm connect console consul contain content convoy coot copious copper copse copy coral cordial
core corner cosmos cottage cotton cougar count couple courage cousin cover cowslip coyote crab cradle crane
crayon create credit cress cricket crimson crinkle crisp croak crochet crocus crouch crow cruise crumb
crumple crunch crust crystal cube cubic cuckoo cuff culture cumin curator curious curlew curtain curve
cushion custard custom cuttle cycle cyclone cypress dahlia daisy dam dancer daring dart date dawdle dawn
dazzle debate debut decade decent decoy deep defend defer define deft degree deliver delta demand denim
denote dentist depart depot depth descend desert design desire desk detail device dial diamond diary differ
digit dignity dinghy dingo dinner diploma dipper direct discus dish display distant divide dizzy docile
doctor dogma doll dolphin domain domino donkey door dormant double doubt dove dozen dragon drawer drawing
dribble drift drink drive drizzle drop drought drummer ducat duchess duck duet dune duo durable duty dyer
dynamo eager earl earth easy ebony echo eclair eclipse eddy editor educate eel effort egg egret eight
elastic elbow elder elect elegant element elevate eleven elite elk embark emblem embrace emerald emerge
empty enable enamel enchant endless endure energy engage engine enigma enlist ensign entire entry envoy epic
episode epoch equal equator equip ermine errand escort essay essence estate eternal euro evening event
evolve exact examine exceed excite exhibit exit exotic expand expert explain explore expose extend extra
fabric facet factory faith falcon fall family famous fancy farm fasten father fathom feature fellow felt
fence fencing fennel ferret ferry fetch fibre fiddler field fiesta fifty fig film filter final finch finish
firefly first fisher five fizz fjord flag flair flake flannel flask fleece flex flick flight flint float
floor flora florin florist flow fluid flurry flutter foam focus fondue font forest forever forge forgive
fork format formula fortune forty fossil four fox fractal fragile frame franc free freight fresco fresh
friday friend frigate fringe frisk frog frolic frost frown frugal fruit fuchsia fudge fuel funny furlong
furnace furrow fuse fussy future gadget gain galaxy gallant galleon gallery gallop game gannet garage garb
garden garland garlic garment gauge gazelle gazette gecko gem genial genius genre gentle gesture giant gift
giggle gimmick ginger gingham giraffe glacier glad glance glare gleam glen glider glimmer glimpse glisten
glitter globe glory gloss gnome goat gobble goblet gold gondola gong goose gossip gourd gradual grammar
granary granite grape grass gravel gravy grebe green gremlin grey grid grotto ground group grouse grove
growth gruff guard guava guess guide guild guinea guitar gulf gully gumdrop guppy gust gymnast gypsum gyro
habit haddock halibut halo hamlet hammer hammock hamster hangar happen happy harbour hardy harmony harness
harrier harvest haste hatchet hawk hazel hazy head heart heather hedge helium helix helmet hen herald heron
herring hexagon hide hinder hinge hint hippo hoard hockey hoist hollow holly holster home honest honey honk
hood hoopoe horizon horse hospice hotel hotfoot hound human humid hundred hunter hurdle hurry husk hut
hydrant hyena hyphen ibex ibis icicle idea igloo ignite iguana image imagine imitate immense impact import
improve include income index indigo indoor inform ingot inhabit initial input inquire insect inside install
instant intact intend invent invite invoice inward iron island islet issue ivory ivy jackal jackdaw jade
jaguar january jargon jasmine jaunt javelin jay jazz jeans jelly jersey jester jetsam jetty jewel jigsaw
joiner joker journal journey jovial jubilee judo juggler juice july jumbo jumper jungle junior juniper
junket jupiter kale karate kayak keen keeper kernel kestrel keynote khaki kiln kimono kind kingdom kinship
kiosk kitchen kite kitten kiwi knee knife knit knob knoll knuckle koala krill kudos label lace lacquer ladle
lagoon lamb landing lantern lapwing larch larder lark laser lasso lattice laugh launder laurel lava lavish
layout leaf league learn ledger leek legacy legend leisure lemon lemur length lens lentil leopard letter
lettuce lever levy liberty library lichen likely lilac lily lime limit limpet linden liner linnet lion
liquid list little lizard llama lobby lobster local locate locust lodge lofty logbook logic loiter loom
lorry lotus lounge lovely loyalty lozenge lucid lucky lullaby lunar lunch lupin lute lynx lyre lyric macaw
machine magenta magic magnet magpie maize majesty mallard mammoth manatee mango mantis maple marble margin
marina mariner market maroon marquee marrow marsh marten marvel mascot mason massive mastiff matter mauve
maximum mayfly mayor meadow measure medic medium medlar melody melon member memory mention mentor menu
mercury merit merlin mermaid mesh message meteor method midday middle midge mill mimic mimosa minnow minor
minuet miracle mirror mirth mission mixer mobile model modern modest module mole molten moment monarch
monday monitor monocle monsoon moorhen moped mortar mosaic moss moth motif motion motor motto mouse movable
movie muesli muffle mufti mural murmur museum music mustang muster mutual mystery nacho napkin narrate
narwhal nation native nature navy nearby nebula neck nectar nephew neptune nerve nettle network neutral newt
nibble nickel niece ninety noble nobody noise nomad noon normal north notable notch note notice nougat novel
nozzle nuance nugget number nurture nutmeg nylon oak oasis object oblong oboe observe obtain obvious ocean
ocelot ochre octagon octave october octopus odyssey offbeat offer office often olive olympic omega omelet
one onion onyx opal opaque opera opinion optical option oracle orange orbit orchard orchid oregano organ
origami origin osprey ostrich otter ottoman ounce outback outfit outing outline outpost output oven overall
owl owner oxygen oyster ozone packet pact padlock pageant pagoda pair pajamas palace palette palm pancake
panda panel pansy panther papaya paprika papyrus parable parade parasol parcel pardon parent parka parlour
parrot parsley parsnip partner party pass pasta pastel pastry pasture path patient patio patrol pattern
payment pea peacock pebble pecan peddler pelican pencil pendant penguin penny pension people pepper perch
perfect perform perfume period permit persist person peso petal petrel petunia pewter phantom phoenix phone
photo phrase physics pianist piano piccolo pickle picnic picture pigeon pigment pike pilgrim pillar pilot
pink pioneer piper pipit piranha pirate piston pitch pixel pizza placid plaice planet plank plasma plaster
plate play plaza plead plenty pliable pliers plinth plough plover plum plunge plural podium poem poetry
point polish polite polka pollen polygon pomelo poncho pony poodle popcorn poplar poppy port possum poster
potato pottery pouch poultry powder prairie prawn precise predict prefer prelude premier prepare present
pretend pretty pretzel prevail primary prince printer priory prism private prize probe proceed process
produce profit program project promise prompt proof proper protein protest proud proverb provide prudent
prune public pudding puddle puffin puffy pulley pulpit puma pumice pummel pumpkin punt pupil puppet purify
purple purpose purse putty puzzle pyramid python quail quaint quake qualify quantum quarry quarter quartz
queen quench quest quibble quick quilt quince quintet quiver quiz quorum quota rabbit racer radar radiant
radio radish radius raft railway rainbow raisin rally rampart rancher ranger ransom rapport rare rasp rattle
raven ravine ravioli razor react reader ready realm rebuild recall receipt receive recipe reckon record
recover recruit red reef referee reflect reform refresh refuge refund regal region regular rejoice relate
relay release relic relief relish remain remark remedy remind remote renew renown repair repeat replica
reply report request require rescue reserve reside resin resolve respect respond restore result resume
retina retreat return reunion reveal revere review revise reward rhino rhubarb rhythm ribbon rice rigging
rigid rinse ripple rival river roach robin robot robust rocket rocky rodent rodeo rogue romp rook rooster
rose rotary rotate rotunda rough routine rowan rowboat rowing royal rubber ruby rudder rugged rule rumba
rumble runner runway rupee rush russet rustic rustle rye saddle safari saffron sage sailor salad salami
salary salmon salsa salt salute salvage sample sand sapling sardine satchel satin satire saturn sauce sauna
saunter sausage savanna savvy saw sawmill scale scallop scamper scarce scarf scarlet scheme scholar school
scone scooter scout scrap scratch screen scribe script scroll scrub scythe seal search season secret sector
seed seesaw senator senior sense sepia sequel sequoia series seven shadow shaft shallot shape sharp sheep
shelf sheriff shield shine ship shirt shoal shoe shovel shower shrew shrike shrimp shutter shuttle sigh
signal silent silk silver single siren siskin sister six size skate skating sketch skiing skillet slab
sledge sleet sleeve slide slim sling slipper sloop slope sloth sluice smart smelter smile smith smooth snack
snail snap snooze snow soccer social sock soda soft solar solid solo solve sonata soprano sorghum soup
source south spade spaniel spanner spark sparrow speak special speech spell spend sphere spinach spinet
spiral spire spirit splash split spoke sponge spoon spot spray spread sprig sprint sprout spruce spur squash
squeak squid squire staff stalk staple star station statue steady steamer steeple stem steppe stick still
stirrup stitch stoat stool stop stork stove strand straw stream street stretch stride string stroke student
studio study stump style subject subtle suburb sudden sugar suit sulphur summer summit sunday sunrise sunset
supper supple support surf surgeon surplus swallow swamp swan sweater swede swift swirl symbol syrup system
table tackle tadpole talent tangle tanner tapir target tariff taxi teacher tease tempest tempo tench tender
tennis tenor tent termite tern terrace terrier thank theory thicket thimble thing thirty thistle thorn
thread three thrift thrill throw thrush thumb thunder thyme tiara tidal tidy tiger tile timber tin toad
toast today toffee tomato tongs tooth topaz topic torch tornado total toucan tower town toy track tractor
trader train trawler tray treat treble trek trend trial tribe trio triple troop trophy trouser trout true
truffle trumpet trunk truth tuesday tuft tulip tuna tundra tunic tunnel turbine turbot turkey turner turnip
turret turtle tutor tweed twelve twenty twig twine twist type umpire uncle under unicorn uniform unique
unity urban urchin urge usher vacuum vague valid valley valve vanilla vase vault velvet vendor venture verb
verdict verse vessel vest viaduct victory video view villa vinegar vintage violet violin virtue visa visit
visor vital vivid voice volcano volume vowel voyage waffle wagon walk wallaby wallet walnut walrus waltz
wander warbler warmth washer water wave wealth weasel wedding weevil weir welcome well whale wharf wheat
wheel whelk whim whirl whisk whisper wick widget width wild willow window wing winter wire wisdom wolf
wombat wool word wreath wren wrist writer yacht yard yeast yelp yogurt zany zebra zenith zero zigzag zinc
zither
"""

WORDS = tuple(_LIST.split())
