-- Let the user format and overwrite disks.
--
-- What is written to a device is written over every file system on it. An image file or a loop device is no disk.

--- severity = "ask"
--- pack     = "destructive"
--- commands = ["dd", "shred", "wipefs", "blkdiscard", "mkswap", "mke2fs", "mkfs", "mkfs.ext2", "mkfs.ext3", "mkfs.ext4", "mkfs.xfs", "mkfs.btrfs", "mkfs.vfat", "mkfs.fat", "mkfs.ntfs", "fdisk", "sfdisk", "cfdisk", "sgdisk", "gdisk", "parted", "lvremove", "vgremove", "pvremove", "zpool", "zfs", "cryptsetup", "diskutil", "mdadm", "hdparm", "nvme", "badblocks", "cp", "tee", "cat", "zcat", "gunzip", "gzip", "xz", "xzcat", "pv", "echo", "printf", "curl", "wget", ":"]
--- message  = "`{text}` writes to {disk}, and what is on it is lost. Let the user run this, or use an image file."

WITH words (i, v) AS (SELECT key, value FROM json_each(:args)),
     devices (v) AS (
       SELECT d FROM (SELECT i, v, CASE WHEN v GLOB 'of=*' THEN substr(v, 4) ELSE v END AS d FROM words
                      UNION ALL SELECT -1, '>', substr(value, 3) FROM json_each(:shows) WHERE value GLOB '> /dev/*')
       WHERE  (d GLOB '/dev/sd*' OR d GLOB '/dev/nvme*' OR d GLOB '/dev/hd*' OR d GLOB '/dev/vd*' OR d GLOB '/dev/xvd*' OR d GLOB '/dev/disk*' OR d GLOB '/dev/rdisk*'
               OR d GLOB '/dev/mmcblk*' OR d GLOB '/dev/pmem[0-9]*' OR d GLOB '/dev/mapper/*' OR d GLOB '/dev/md*' OR d GLOB '/dev/dm-*' OR d = '/dev/mem')
         AND  CASE WHEN v = '>' THEN 1 WHEN :program = 'dd' THEN v GLOB 'of=*' WHEN :program = 'cp' THEN i = (SELECT max(i) FROM words)
                   WHEN :program IN ('cat', 'zcat', 'gunzip', 'gzip', 'xz', 'xzcat', 'pv', 'echo', 'printf', 'curl', 'wget', ':') THEN 0 ELSE 1 END)
SELECT :text AS text, coalesce((SELECT v FROM devices), 'a volume') AS disk
WHERE  NOT EXISTS (SELECT 1 FROM words WHERE v IN ('--test', '--dry-run', '--help') OR v = '-t' AND :program IN ('lvremove', 'vgremove', 'pvremove') OR v GLOB '-[a-z]*' AND instr(v, 'n') AND :program = 'zfs')
  AND  CASE
         WHEN :program IN ('zpool', 'zfs') THEN (:args ->> '$[0]') IN ('destroy', 'labelclear')
         WHEN :program IN ('lvremove', 'vgremove', 'pvremove') THEN 1
         WHEN :program = 'diskutil' THEN (:args ->> '$[0]') IN ('eraseDisk', 'eraseVolume', 'zeroDisk', 'partitionDisk', 'secureErase', 'reformat')
         WHEN :program = 'cryptsetup' THEN EXISTS (SELECT 1 FROM words WHERE v IN ('luksFormat', 'luksErase', 'erase', 'reencrypt'))
         WHEN :program = 'mdadm' THEN EXISTS (SELECT 1 FROM words WHERE v IN ('--zero-superblock', '--remove', '--stop'))
         WHEN :program = 'hdparm' THEN EXISTS (SELECT 1 FROM words WHERE v GLOB '--*erase*' OR v GLOB '--trim*')
         WHEN :program = 'nvme' THEN (:args ->> '$[0]') IN ('format', 'sanitize')
         WHEN :program = 'badblocks' THEN EXISTS (SELECT 1 FROM words WHERE v = '-w')
         WHEN :program IN ('fdisk', 'sfdisk', 'parted') THEN
           EXISTS (SELECT 1 FROM devices) AND NOT EXISTS (SELECT 1 FROM words WHERE v IN ('-l', '--list', 'print', '-d', '--dump', '-J', '--json'))
         WHEN :program = 'sgdisk' THEN EXISTS (SELECT 1 FROM words WHERE v IN ('-Z', '--zap-all', '-o', '--clear', '-z', '-d') OR v GLOB '--delete*')
         WHEN :program = 'wipefs' THEN EXISTS (SELECT 1 FROM words WHERE v IN ('-a', '--all', '-af', '-fa', '-o') OR v GLOB '--offset*') AND EXISTS (SELECT 1 FROM devices)
         ELSE EXISTS (SELECT 1 FROM devices)
       END
