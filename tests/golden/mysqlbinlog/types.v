### INSERT INTO `db`.`t`
### SET
###   @1='838:59:59'
### INSERT INTO `db`.`t`
### SET
###   @1='1676:72:13'
### INSERT INTO `db`.`t`
### SET
###   @1='00:00:00'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=2009-02-25 12:34:56
### INSERT INTO `db`.`t`
### SET
###   @1=0000-00-00 00:00:00
### INSERT INTO `db`.`t`
### SET
###   @1=2010-00-00 01:02:03
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1235565296
### INSERT INTO `db`.`t`
### SET
###   @1=0
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='2009:02:05'
### INSERT INTO `db`.`t`
### SET
###   @1='2010:00:00'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='838:59:58'
### INSERT INTO `db`.`t`
### SET
###   @1='-838:59:58'
### INSERT INTO `db`.`t`
### SET
###   @1='00:00:00'
### INSERT INTO `db`.`t`
### SET
###   @1='00:00:00'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='2009-02-25 12:34:56'
### INSERT INTO `db`.`t`
### SET
###   @1='0000-00-00 00:00:00'
### INSERT INTO `db`.`t`
### SET
###   @1='2010-00-00 01:02:03'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1235565296
### INSERT INTO `db`.`t`
### SET
###   @1=0
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='838:59:58.9'
### INSERT INTO `db`.`t`
### SET
###   @1='-838:59:58.9'
### INSERT INTO `db`.`t`
### SET
###   @1='-00:00:00.9'
### INSERT INTO `db`.`t`
### SET
###   @1='00:00:00.0'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='2009-02-25 12:34:56.9'
### INSERT INTO `db`.`t`
### SET
###   @1='0000-00-00 00:00:00.0'
### INSERT INTO `db`.`t`
### SET
###   @1='2010-00-00 01:02:03.9'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1235565296.9
### INSERT INTO `db`.`t`
### SET
###   @1=0.0
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='838:59:58.999'
### INSERT INTO `db`.`t`
### SET
###   @1='-838:59:58.999'
### INSERT INTO `db`.`t`
### SET
###   @1='-00:00:00.999'
### INSERT INTO `db`.`t`
### SET
###   @1='00:00:00.000'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='2009-02-25 12:34:56.999'
### INSERT INTO `db`.`t`
### SET
###   @1='0000-00-00 00:00:00.000'
### INSERT INTO `db`.`t`
### SET
###   @1='2010-00-00 01:02:03.999'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1235565296.999
### INSERT INTO `db`.`t`
### SET
###   @1=0.000
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='838:59:58.999999'
### INSERT INTO `db`.`t`
### SET
###   @1='-838:59:58.999999'
### INSERT INTO `db`.`t`
### SET
###   @1='-00:00:00.999999'
### INSERT INTO `db`.`t`
### SET
###   @1='00:00:00.000000'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='2009-02-25 12:34:56.999999'
### INSERT INTO `db`.`t`
### SET
###   @1='0000-00-00 00:00:00.000000'
### INSERT INTO `db`.`t`
### SET
###   @1='2010-00-00 01:02:03.999999'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1235565296.999999
### INSERT INTO `db`.`t`
### SET
###   @1=0.000000
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=0                   
### INSERT INTO `db`.`t`
### SET
###   @1=-0                  
### INSERT INTO `db`.`t`
### SET
###   @1=1.4013e-45          
### INSERT INTO `db`.`t`
### SET
###   @1=3.4e+38             
### INSERT INTO `db`.`t`
### SET
###   @1=123456              
### INSERT INTO `db`.`t`
### SET
###   @1=1.23457e+06         
### INSERT INTO `db`.`t`
### SET
###   @1=0.0001              
### INSERT INTO `db`.`t`
### SET
###   @1=1e-05               
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=0
### INSERT INTO `db`.`t`
### SET
###   @1=-0
### INSERT INTO `db`.`t`
### SET
###   @1=4.9406564584124654418e-324
### INSERT INTO `db`.`t`
### SET
###   @1=10000000000000000
### INSERT INTO `db`.`t`
### SET
###   @1=1e+20
### INSERT INTO `db`.`t`
### SET
###   @1=1e+21
### INSERT INTO `db`.`t`
### SET
###   @1=0.00010000000000000000479
### INSERT INTO `db`.`t`
### SET
###   @1=1.0000000000000000818e-05
### INSERT INTO `db`.`t`
### SET
###   @1=123456789.125
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1900
### INSERT INTO `db`.`t`
### SET
###   @1=1901
### INSERT INTO `db`.`t`
### SET
###   @1=2155
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='\x00'
### INSERT INTO `db`.`t`
### SET
###   @1='\x01'
### INSERT INTO `db`.`t`
### SET
###   @1='\x02'
### INSERT INTO `db`.`t`
### SET
###   @1='\x03'
### INSERT INTO `db`.`t`
### SET
###   @1='\x04'
### INSERT INTO `db`.`t`
### SET
###   @1='\x05'
### INSERT INTO `db`.`t`
### SET
###   @1='\x06'
### INSERT INTO `db`.`t`
### SET
###   @1='\x07'
### INSERT INTO `db`.`t`
### SET
###   @1='\b'
### INSERT INTO `db`.`t`
### SET
###   @1='\t'
### INSERT INTO `db`.`t`
### SET
###   @1='\n'
### INSERT INTO `db`.`t`
### SET
###   @1='\x0b'
### INSERT INTO `db`.`t`
### SET
###   @1='\f'
### INSERT INTO `db`.`t`
### SET
###   @1='\r'
### INSERT INTO `db`.`t`
### SET
###   @1='\x0e'
### INSERT INTO `db`.`t`
### SET
###   @1='\x0f'
### INSERT INTO `db`.`t`
### SET
###   @1='\x10'
### INSERT INTO `db`.`t`
### SET
###   @1='\x11'
### INSERT INTO `db`.`t`
### SET
###   @1='\x12'
### INSERT INTO `db`.`t`
### SET
###   @1='\x13'
### INSERT INTO `db`.`t`
### SET
###   @1='\x14'
### INSERT INTO `db`.`t`
### SET
###   @1='\x15'
### INSERT INTO `db`.`t`
### SET
###   @1='\x16'
### INSERT INTO `db`.`t`
### SET
###   @1='\x17'
### INSERT INTO `db`.`t`
### SET
###   @1='\x18'
### INSERT INTO `db`.`t`
### SET
###   @1='\x19'
### INSERT INTO `db`.`t`
### SET
###   @1='\x1a'
### INSERT INTO `db`.`t`
### SET
###   @1='\x1b'
### INSERT INTO `db`.`t`
### SET
###   @1='\x1c'
### INSERT INTO `db`.`t`
### SET
###   @1='\x1d'
### INSERT INTO `db`.`t`
### SET
###   @1='\x1e'
### INSERT INTO `db`.`t`
### SET
###   @1='\x1f'
### INSERT INTO `db`.`t`
### SET
###   @1=' '
### INSERT INTO `db`.`t`
### SET
###   @1='!'
### INSERT INTO `db`.`t`
### SET
###   @1='"'
### INSERT INTO `db`.`t`
### SET
###   @1='#'
### INSERT INTO `db`.`t`
### SET
###   @1='$'
### INSERT INTO `db`.`t`
### SET
###   @1='%'
### INSERT INTO `db`.`t`
### SET
###   @1='&'
### INSERT INTO `db`.`t`
### SET
###   @1='\''
### INSERT INTO `db`.`t`
### SET
###   @1='('
### INSERT INTO `db`.`t`
### SET
###   @1=')'
### INSERT INTO `db`.`t`
### SET
###   @1='*'
### INSERT INTO `db`.`t`
### SET
###   @1='+'
### INSERT INTO `db`.`t`
### SET
###   @1=','
### INSERT INTO `db`.`t`
### SET
###   @1='-'
### INSERT INTO `db`.`t`
### SET
###   @1='.'
### INSERT INTO `db`.`t`
### SET
###   @1='/'
### INSERT INTO `db`.`t`
### SET
###   @1='0'
### INSERT INTO `db`.`t`
### SET
###   @1='1'
### INSERT INTO `db`.`t`
### SET
###   @1='2'
### INSERT INTO `db`.`t`
### SET
###   @1='3'
### INSERT INTO `db`.`t`
### SET
###   @1='4'
### INSERT INTO `db`.`t`
### SET
###   @1='5'
### INSERT INTO `db`.`t`
### SET
###   @1='6'
### INSERT INTO `db`.`t`
### SET
###   @1='7'
### INSERT INTO `db`.`t`
### SET
###   @1='8'
### INSERT INTO `db`.`t`
### SET
###   @1='9'
### INSERT INTO `db`.`t`
### SET
###   @1=':'
### INSERT INTO `db`.`t`
### SET
###   @1=';'
### INSERT INTO `db`.`t`
### SET
###   @1='<'
### INSERT INTO `db`.`t`
### SET
###   @1='='
### INSERT INTO `db`.`t`
### SET
###   @1='>'
### INSERT INTO `db`.`t`
### SET
###   @1='?'
### INSERT INTO `db`.`t`
### SET
###   @1='@'
### INSERT INTO `db`.`t`
### SET
###   @1='A'
### INSERT INTO `db`.`t`
### SET
###   @1='B'
### INSERT INTO `db`.`t`
### SET
###   @1='C'
### INSERT INTO `db`.`t`
### SET
###   @1='D'
### INSERT INTO `db`.`t`
### SET
###   @1='E'
### INSERT INTO `db`.`t`
### SET
###   @1='F'
### INSERT INTO `db`.`t`
### SET
###   @1='G'
### INSERT INTO `db`.`t`
### SET
###   @1='H'
### INSERT INTO `db`.`t`
### SET
###   @1='I'
### INSERT INTO `db`.`t`
### SET
###   @1='J'
### INSERT INTO `db`.`t`
### SET
###   @1='K'
### INSERT INTO `db`.`t`
### SET
###   @1='L'
### INSERT INTO `db`.`t`
### SET
###   @1='M'
### INSERT INTO `db`.`t`
### SET
###   @1='N'
### INSERT INTO `db`.`t`
### SET
###   @1='O'
### INSERT INTO `db`.`t`
### SET
###   @1='P'
### INSERT INTO `db`.`t`
### SET
###   @1='Q'
### INSERT INTO `db`.`t`
### SET
###   @1='R'
### INSERT INTO `db`.`t`
### SET
###   @1='S'
### INSERT INTO `db`.`t`
### SET
###   @1='T'
### INSERT INTO `db`.`t`
### SET
###   @1='U'
### INSERT INTO `db`.`t`
### SET
###   @1='V'
### INSERT INTO `db`.`t`
### SET
###   @1='W'
### INSERT INTO `db`.`t`
### SET
###   @1='X'
### INSERT INTO `db`.`t`
### SET
###   @1='Y'
### INSERT INTO `db`.`t`
### SET
###   @1='Z'
### INSERT INTO `db`.`t`
### SET
###   @1='['
### INSERT INTO `db`.`t`
### SET
###   @1='\\'
### INSERT INTO `db`.`t`
### SET
###   @1=']'
### INSERT INTO `db`.`t`
### SET
###   @1='^'
### INSERT INTO `db`.`t`
### SET
###   @1='_'
### INSERT INTO `db`.`t`
### SET
###   @1='`'
### INSERT INTO `db`.`t`
### SET
###   @1='a'
### INSERT INTO `db`.`t`
### SET
###   @1='b'
### INSERT INTO `db`.`t`
### SET
###   @1='c'
### INSERT INTO `db`.`t`
### SET
###   @1='d'
### INSERT INTO `db`.`t`
### SET
###   @1='e'
### INSERT INTO `db`.`t`
### SET
###   @1='f'
### INSERT INTO `db`.`t`
### SET
###   @1='g'
### INSERT INTO `db`.`t`
### SET
###   @1='h'
### INSERT INTO `db`.`t`
### SET
###   @1='i'
### INSERT INTO `db`.`t`
### SET
###   @1='j'
### INSERT INTO `db`.`t`
### SET
###   @1='k'
### INSERT INTO `db`.`t`
### SET
###   @1='l'
### INSERT INTO `db`.`t`
### SET
###   @1='m'
### INSERT INTO `db`.`t`
### SET
###   @1='n'
### INSERT INTO `db`.`t`
### SET
###   @1='o'
### INSERT INTO `db`.`t`
### SET
###   @1='p'
### INSERT INTO `db`.`t`
### SET
###   @1='q'
### INSERT INTO `db`.`t`
### SET
###   @1='r'
### INSERT INTO `db`.`t`
### SET
###   @1='s'
### INSERT INTO `db`.`t`
### SET
###   @1='t'
### INSERT INTO `db`.`t`
### SET
###   @1='u'
### INSERT INTO `db`.`t`
### SET
###   @1='v'
### INSERT INTO `db`.`t`
### SET
###   @1='w'
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1='y'
### INSERT INTO `db`.`t`
### SET
###   @1='z'
### INSERT INTO `db`.`t`
### SET
###   @1='{'
### INSERT INTO `db`.`t`
### SET
###   @1='|'
### INSERT INTO `db`.`t`
### SET
###   @1='}'
### INSERT INTO `db`.`t`
### SET
###   @1='~'
### INSERT INTO `db`.`t`
### SET
###   @1=''
### INSERT INTO `db`.`t`
### SET
###   @1='Ä'
### INSERT INTO `db`.`t`
### SET
###   @1='Å'
### INSERT INTO `db`.`t`
### SET
###   @1='Ç'
### INSERT INTO `db`.`t`
### SET
###   @1='É'
### INSERT INTO `db`.`t`
### SET
###   @1='Ñ'
### INSERT INTO `db`.`t`
### SET
###   @1='Ö'
### INSERT INTO `db`.`t`
### SET
###   @1='Ü'
### INSERT INTO `db`.`t`
### SET
###   @1='á'
### INSERT INTO `db`.`t`
### SET
###   @1='à'
### INSERT INTO `db`.`t`
### SET
###   @1='â'
### INSERT INTO `db`.`t`
### SET
###   @1='ä'
### INSERT INTO `db`.`t`
### SET
###   @1='ã'
### INSERT INTO `db`.`t`
### SET
###   @1='å'
### INSERT INTO `db`.`t`
### SET
###   @1='ç'
### INSERT INTO `db`.`t`
### SET
###   @1='é'
### INSERT INTO `db`.`t`
### SET
###   @1='è'
### INSERT INTO `db`.`t`
### SET
###   @1='ê'
### INSERT INTO `db`.`t`
### SET
###   @1='ë'
### INSERT INTO `db`.`t`
### SET
###   @1='í'
### INSERT INTO `db`.`t`
### SET
###   @1='ì'
### INSERT INTO `db`.`t`
### SET
###   @1='î'
### INSERT INTO `db`.`t`
### SET
###   @1='ï'
### INSERT INTO `db`.`t`
### SET
###   @1='ñ'
### INSERT INTO `db`.`t`
### SET
###   @1='ó'
### INSERT INTO `db`.`t`
### SET
###   @1='ò'
### INSERT INTO `db`.`t`
### SET
###   @1='ô'
### INSERT INTO `db`.`t`
### SET
###   @1='ö'
### INSERT INTO `db`.`t`
### SET
###   @1='õ'
### INSERT INTO `db`.`t`
### SET
###   @1='ú'
### INSERT INTO `db`.`t`
### SET
###   @1='ù'
### INSERT INTO `db`.`t`
### SET
###   @1='û'
### INSERT INTO `db`.`t`
### SET
###   @1='ü'
### INSERT INTO `db`.`t`
### SET
###   @1='†'
### INSERT INTO `db`.`t`
### SET
###   @1='°'
### INSERT INTO `db`.`t`
### SET
###   @1='¢'
### INSERT INTO `db`.`t`
### SET
###   @1='£'
### INSERT INTO `db`.`t`
### SET
###   @1='§'
### INSERT INTO `db`.`t`
### SET
###   @1='•'
### INSERT INTO `db`.`t`
### SET
###   @1='¶'
### INSERT INTO `db`.`t`
### SET
###   @1='ß'
### INSERT INTO `db`.`t`
### SET
###   @1='®'
### INSERT INTO `db`.`t`
### SET
###   @1='©'
### INSERT INTO `db`.`t`
### SET
###   @1='™'
### INSERT INTO `db`.`t`
### SET
###   @1='´'
### INSERT INTO `db`.`t`
### SET
###   @1='¨'
### INSERT INTO `db`.`t`
### SET
###   @1='≠'
### INSERT INTO `db`.`t`
### SET
###   @1='Æ'
### INSERT INTO `db`.`t`
### SET
###   @1='Ø'
### INSERT INTO `db`.`t`
### SET
###   @1='∞'
### INSERT INTO `db`.`t`
### SET
###   @1='±'
### INSERT INTO `db`.`t`
### SET
###   @1='≤'
### INSERT INTO `db`.`t`
### SET
###   @1='≥'
### INSERT INTO `db`.`t`
### SET
###   @1='¥'
### INSERT INTO `db`.`t`
### SET
###   @1='µ'
### INSERT INTO `db`.`t`
### SET
###   @1='∂'
### INSERT INTO `db`.`t`
### SET
###   @1='∑'
### INSERT INTO `db`.`t`
### SET
###   @1='∏'
### INSERT INTO `db`.`t`
### SET
###   @1='π'
### INSERT INTO `db`.`t`
### SET
###   @1='∫'
### INSERT INTO `db`.`t`
### SET
###   @1='ª'
### INSERT INTO `db`.`t`
### SET
###   @1='º'
### INSERT INTO `db`.`t`
### SET
###   @1='Ω'
### INSERT INTO `db`.`t`
### SET
###   @1='æ'
### INSERT INTO `db`.`t`
### SET
###   @1='ø'
### INSERT INTO `db`.`t`
### SET
###   @1='¿'
### INSERT INTO `db`.`t`
### SET
###   @1='¡'
### INSERT INTO `db`.`t`
### SET
###   @1='¬'
### INSERT INTO `db`.`t`
### SET
###   @1='√'
### INSERT INTO `db`.`t`
### SET
###   @1='ƒ'
### INSERT INTO `db`.`t`
### SET
###   @1='≈'
### INSERT INTO `db`.`t`
### SET
###   @1='∆'
### INSERT INTO `db`.`t`
### SET
###   @1='«'
### INSERT INTO `db`.`t`
### SET
###   @1='»'
### INSERT INTO `db`.`t`
### SET
###   @1='…'
### INSERT INTO `db`.`t`
### SET
###   @1=' '
### INSERT INTO `db`.`t`
### SET
###   @1='À'
### INSERT INTO `db`.`t`
### SET
###   @1='Ã'
### INSERT INTO `db`.`t`
### SET
###   @1='Õ'
### INSERT INTO `db`.`t`
### SET
###   @1='Œ'
### INSERT INTO `db`.`t`
### SET
###   @1='œ'
### INSERT INTO `db`.`t`
### SET
###   @1='–'
### INSERT INTO `db`.`t`
### SET
###   @1='—'
### INSERT INTO `db`.`t`
### SET
###   @1='“'
### INSERT INTO `db`.`t`
### SET
###   @1='”'
### INSERT INTO `db`.`t`
### SET
###   @1='‘'
### INSERT INTO `db`.`t`
### SET
###   @1='’'
### INSERT INTO `db`.`t`
### SET
###   @1='÷'
### INSERT INTO `db`.`t`
### SET
###   @1='◊'
### INSERT INTO `db`.`t`
### SET
###   @1='ÿ'
### INSERT INTO `db`.`t`
### SET
###   @1='Ÿ'
### INSERT INTO `db`.`t`
### SET
###   @1='⁄'
### INSERT INTO `db`.`t`
### SET
###   @1='€'
### INSERT INTO `db`.`t`
### SET
###   @1='‹'
### INSERT INTO `db`.`t`
### SET
###   @1='›'
### INSERT INTO `db`.`t`
### SET
###   @1='ﬁ'
### INSERT INTO `db`.`t`
### SET
###   @1='ﬂ'
### INSERT INTO `db`.`t`
### SET
###   @1='‡'
### INSERT INTO `db`.`t`
### SET
###   @1='·'
### INSERT INTO `db`.`t`
### SET
###   @1='‚'
### INSERT INTO `db`.`t`
### SET
###   @1='„'
### INSERT INTO `db`.`t`
### SET
###   @1='‰'
### INSERT INTO `db`.`t`
### SET
###   @1='Â'
### INSERT INTO `db`.`t`
### SET
###   @1='Ê'
### INSERT INTO `db`.`t`
### SET
###   @1='Á'
### INSERT INTO `db`.`t`
### SET
###   @1='Ë'
### INSERT INTO `db`.`t`
### SET
###   @1='È'
### INSERT INTO `db`.`t`
### SET
###   @1='Í'
### INSERT INTO `db`.`t`
### SET
###   @1='Î'
### INSERT INTO `db`.`t`
### SET
###   @1='Ï'
### INSERT INTO `db`.`t`
### SET
###   @1='Ì'
### INSERT INTO `db`.`t`
### SET
###   @1='Ó'
### INSERT INTO `db`.`t`
### SET
###   @1='Ô'
### INSERT INTO `db`.`t`
### SET
###   @1=''
### INSERT INTO `db`.`t`
### SET
###   @1='Ò'
### INSERT INTO `db`.`t`
### SET
###   @1='Ú'
### INSERT INTO `db`.`t`
### SET
###   @1='Û'
### INSERT INTO `db`.`t`
### SET
###   @1='Ù'
### INSERT INTO `db`.`t`
### SET
###   @1='ı'
### INSERT INTO `db`.`t`
### SET
###   @1='ˆ'
### INSERT INTO `db`.`t`
### SET
###   @1='˜'
### INSERT INTO `db`.`t`
### SET
###   @1='¯'
### INSERT INTO `db`.`t`
### SET
###   @1='˘'
### INSERT INTO `db`.`t`
### SET
###   @1='˙'
### INSERT INTO `db`.`t`
### SET
###   @1='˚'
### INSERT INTO `db`.`t`
### SET
###   @1='¸'
### INSERT INTO `db`.`t`
### SET
###   @1='˝'
### INSERT INTO `db`.`t`
### SET
###   @1='˛'
### INSERT INTO `db`.`t`
### SET
###   @1='ˇ'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='\x00\x01\x02\x03\x04\x05\x06\x07\b\t\n\x0b\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ'
### INSERT INTO `db`.`t`
### SET
###   @1='it\'s'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=[0.00000e+00,0.00000e+00,0.00000e+00]
### INSERT INTO `db`.`t`
### SET
###   @1=[-1.23457e+05,3.00000e+38]
### INSERT INTO `db`.`t`
### SET
###   @1=[1.00000e-30]
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='null'
### INSERT INTO `db`.`t`
### SET
###   @1='true'
### INSERT INTO `db`.`t`
### SET
###   @1='false'
### INSERT INTO `db`.`t`
### SET
###   @1='0'
### INSERT INTO `db`.`t`
### SET
###   @1='-1'
### INSERT INTO `db`.`t`
### SET
###   @1='32768'
### INSERT INTO `db`.`t`
### SET
###   @1='-32769'
### INSERT INTO `db`.`t`
### SET
###   @1='2147483648'
### INSERT INTO `db`.`t`
### SET
###   @1='4294967296'
### INSERT INTO `db`.`t`
### SET
###   @1='-9223372036854775808'
### INSERT INTO `db`.`t`
### SET
###   @1='18446744073709551615'
### INSERT INTO `db`.`t`
### SET
###   @1='5'
### INSERT INTO `db`.`t`
### SET
###   @1='1.0'
### INSERT INTO `db`.`t`
### SET
###   @1='-0.0'
### INSERT INTO `db`.`t`
### SET
###   @1='0.1'
### INSERT INTO `db`.`t`
### SET
###   @1='100000000000000.0'
### INSERT INTO `db`.`t`
### SET
###   @1='1e15'
### INSERT INTO `db`.`t`
### SET
###   @1='1e16'
### INSERT INTO `db`.`t`
### SET
###   @1='1e20'
### INSERT INTO `db`.`t`
### SET
###   @1='1e22'
### INSERT INTO `db`.`t`
### SET
###   @1='1e100'
### INSERT INTO `db`.`t`
### SET
###   @1='0.0001'
### INSERT INTO `db`.`t`
### SET
###   @1='0.00001'
### INSERT INTO `db`.`t`
### SET
###   @1='0.00000000015'
### INSERT INTO `db`.`t`
### SET
###   @1='0.000000000000001'
### INSERT INTO `db`.`t`
### SET
###   @1='1e-16'
### INSERT INTO `db`.`t`
### SET
###   @1='123456789012345.6'
### INSERT INTO `db`.`t`
### SET
###   @1='1234567890123456.8'
### INSERT INTO `db`.`t`
### SET
###   @1='5e-324'
### INSERT INTO `db`.`t`
### SET
###   @1='1.7976931348623157e308'
### INSERT INTO `db`.`t`
### SET
###   @1='100.0'
### INSERT INTO `db`.`t`
### SET
###   @1='0.001'
### INSERT INTO `db`.`t`
### SET
###   @1='a"b\\c/d\b\f\n\r\t\x01\x1f√©Êó•üòÄ\''
### INSERT INTO `db`.`t`
### SET
###   @1='1.50'
### INSERT INTO `db`.`t`
### SET
###   @1='-0.001'
### INSERT INTO `db`.`t`
### SET
###   @1='123456789012345678901234567890.5'
### INSERT INTO `db`.`t`
### SET
###   @1='2012-03-18'
### INSERT INTO `db`.`t`
### SET
###   @1='2012-03-18 11:30:45.000123'
### INSERT INTO `db`.`t`
### SET
###   @1='-87:00:03.000005'
### INSERT INTO `db`.`t`
### SET
###   @1='800:00:00.000000'
### INSERT INTO `db`.`t`
### SET
###   @1='base64:type15:VQ=='
### INSERT INTO `db`.`t`
### SET
###   @1='base64:type16:AQI='
### INSERT INTO `db`.`t`
### SET
###   @1='base64:type252:'
### INSERT INTO `db`.`t`
### SET
###   @1='0000-00-00 00:00:00.000000'
### INSERT INTO `db`.`t`
### SET
###   @1='9.00'
### INSERT INTO `db`.`t`
### SET
###   @1='base64:type254:eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4\neHh4eHh4eHh4eHh4eHh4eHh4eHh4eHg='
### INSERT INTO `db`.`t`
### SET
###   @1='[]'
### INSERT INTO `db`.`t`
### SET
###   @1='{}'
### INSERT INTO `db`.`t`
### SET
###   @1='[[], {}]'
### INSERT INTO `db`.`t`
### SET
###   @1='{"a": [1, {"b": null}], "bb": "x", "c\\"\'": 1}'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=b'000000000000'
### INSERT INTO `db`.`t`
### SET
###   @1=b'000000000101'
### INSERT INTO `db`.`t`
### SET
###   @1=b'111111111111'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=0
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=255
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=0
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=65535
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=b'000000000000000000000000'
### INSERT INTO `db`.`t`
### SET
###   @1=b'000000010000000000000000'
### INSERT INTO `db`.`t`
### SET
###   @1=b'111111111111111100000000'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=''
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=''
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1.500
### INSERT INTO `db`.`t`
### SET
###   @1=-1234567.125
### INSERT INTO `db`.`t`
### SET
###   @1=0.000
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1='x'
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=-1 (255)
### INSERT INTO `db`.`t`
### SET
###   @1=-128 (128)
### INSERT INTO `db`.`t`
### SET
###   @1=127
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=-1 (65535)
### INSERT INTO `db`.`t`
### SET
###   @1=-32768 (32768)
### INSERT INTO `db`.`t`
### SET
###   @1=32767
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=-1 (16777215)
### INSERT INTO `db`.`t`
### SET
###   @1=-8388608 (8388608)
### INSERT INTO `db`.`t`
### SET
###   @1=8388607
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=-1 (4294967295)
### INSERT INTO `db`.`t`
### SET
###   @1=-2147483648 (2147483648)
### INSERT INTO `db`.`t`
### SET
###   @1=2147483647
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
### INSERT INTO `db`.`t`
### SET
###   @1=1
### INSERT INTO `db`.`t`
### SET
###   @1=-1 (18446744073709551615)
### INSERT INTO `db`.`t`
### SET
###   @1=-9223372036854775808 (9223372036854775808)
### INSERT INTO `db`.`t`
### SET
###   @1=9223372036854775807
### INSERT INTO `db`.`t`
### SET
###   @1=NULL
