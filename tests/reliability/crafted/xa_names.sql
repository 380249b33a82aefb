# Names of XA transactions: bytes, literals and numbers of all kinds.

XA START '\xff'
XA END '\xff'
XA PREPARE '\xff'
XA COMMIT '\xff'
XA START 'a\xc3','\xff',1
XA END 'a\xc3','\xff',1
INSERT INTO u VALUES (77,1,'a')
XA COMMIT 'a\xc3','\xff',1 ONE PHASE
XA START 'ä'
XA END 'ä'
XA COMMIT 'ä' ONE PHASE
XA START X''
XA START x'f'
XA START 'a',X''
XA START 'a','b',X''
XA START 'a','b',X'ff'
XA END 'a','b',255
XA ROLLBACK 'a','b',255
XA START 'a','b',0x
XA START 'a','b',b'1'
XA START 'a','b',1.5
XA START 'a','b',-1
XA START 'a','b',9223372036854775807
XA START 'a','b',2147483648
XA START 'a','b',4294967295
XA START 'a','b',4294967296
XA START 'a','b',99999999999999999999999
XA START 'a','b','c'
XA START 0x
XA START ''
XA START b'1'
XA START N'abc'
XA START _utf8mb4'abc'
XA START 1
XA START 'a' 'b'
XA START 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
XA START NULL
XA START 'a',,1
XA START 'a\0b'
XA END 'a\0b'
XA START b'2'
XA START x'zz'
